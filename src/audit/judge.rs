//! The oracle at the elbow of a log.

use std::collections::BTreeSet;

use serde_json::Value;

use super::calls::Logged;
use super::case::{CHAT, Case, History};
use super::{Audited, Options};
use crate::model::{Clause, Counts, Phase, Refusal, Setup, State};
use crate::oracle::{Branch, Mistake, Oracle, Told};
use crate::report::{Happening, LogFinding, LogOutcome, LogSetup, Moment, Sight};
use crate::trace::{Action, Answer, Capabilities, Capability, Observation, Reply, SeenItem};

/// The most findings of a log that are kept.
const MOST_FINDINGS: usize = 1_000;

/// What a log lets see and tells of: its list and its turns.
pub fn capabilities() -> Capabilities {
    Capabilities::from([Capability::List, Capability::Turns])
}

/// Judges the log of one chat.
pub struct Judge<'a> {
    options: &'a Options,
    oracle: Oracle,
    /// The list that was recorded last, as far as it was judged.
    sight: Sight,
    outcome: LogOutcome,
    history: History,
    cases: Vec<Case>,
    /// Clauses that there is a case of.
    told: BTreeSet<Clause>,
}

impl<'a> Judge<'a> {
    /// For a log of this format.
    pub fn new(format: &'static str, options: &'a Options) -> Self {
        let setup = options.setup.map_or(LogSetup::Open, |setup| LogSetup::Named { one_active: setup.one_active });
        let outcome = LogOutcome { file: options.file.clone(), format, setup, ..LogOutcome::default() };
        let mut judge = Self {
            options,
            oracle: Oracle::new(capabilities()),
            sight: Sight::default(),
            outcome,
            history: History::default(),
            cases: Vec::new(),
            told: BTreeSet::new(),
        };
        judge.begin();
        judge
    }

    /// What is told of the log; a format counts its lines here.
    pub fn outcome(&mut self) -> &mut LogOutcome {
        &mut self.outcome
    }

    /// A new chat: nothing of what was recorded before is its own.
    pub fn begin(&mut self) {
        self.follow(&Action::Begin(self.options.setup.unwrap_or(self.oracle.setup())));
        self.follow(&Action::Open { chat: CHAT.to_owned(), helper_of: None });
        self.sight = Sight::default();
        self.history = History::default();
    }

    /// A turn starts or ends.
    pub fn turn(&mut self, line: usize, phase: Phase) {
        let open = self.oracle.turn_is_open(CHAT);
        match phase {
            Phase::Start => {
                if open {
                    self.reopened(line);
                }
                self.outcome.counts.turns += 1;
                self.sight.plan = None;
                self.act(line, Action::Turn { chat: CHAT.to_owned(), phase }, Happening::TurnStart);
            }
            Phase::End if open => {
                self.act(line, Action::Turn { chat: CHAT.to_owned(), phase }, Happening::TurnEnd);
            }
            Phase::End => {}
        }
    }

    /// The chat was closed and opened again before this line.
    pub fn reopened(&mut self, line: usize) {
        self.outcome.counts.reopenings += 1;
        self.act(line, Action::Reopen { chat: CHAT.to_owned() }, Happening::Reopened);
    }

    fn act(&mut self, line: usize, action: Action, what: Happening) {
        self.follow(&action);
        self.history.push(action);
        self.moment(line, what);
    }

    fn follow(&mut self, action: &Action) {
        let judged = self.oracle.judge(action, &Answer::Done);
        debug_assert!(judged.is_ok_and(|findings| findings.is_empty()), "nothing is told that could be wrong");
    }

    /// An update, with its reply and its record, or a record without one.
    pub fn logged(&mut self, logged: Logged) {
        let list = self.sight.list.clone().unwrap_or_default();
        let counts = &mut self.outcome.counts;
        if logged.arguments.is_some() {
            match &logged.reply {
                Some((_, reply)) => {
                    counts.updates += 1;
                    counts.refusals += usize::from(
                        !matches!(Told::read(&reply.text), Told::Recorded(_)) && reply.is_error != Some(false),
                    );
                }
                None => {
                    counts.unjudged += 1;
                    counts.updates += usize::from(logged.record.is_some());
                }
            }
        }
        self.infer(&logged, &list);
        let found = logged_or_mistaken(&mut self.oracle, &logged, &list);
        if let Some((_, items)) = &logged.record {
            self.sight = Sight { list: Some(items.clone()), plan: Some(items.clone()) };
        }
        for found in found {
            self.found(found, &logged);
        }
        if let Some(arguments) = &logged.arguments
            && (logged.reply.is_some() || logged.record.is_some())
        {
            self.history.push(Action::Write { chat: Some(CHAT.to_owned()), arguments: arguments.clone() });
        }
        self.oracle.forget_old_records();
        if self.options.timeline {
            let record = logged.record.as_ref().map(|(line, _)| *line);
            let what = match logged.arguments {
                Some(arguments) => Happening::Update { arguments, reply: logged.reply, record },
                None => Happening::Unasked,
            };
            self.moment(logged.line, what);
        }
    }

    /// An update with a refusal that may be another's. Where it is right it is the tool's all the same; else nothing can be
    /// said of it.
    pub fn perhaps_denied(&mut self, logged: Logged) {
        let list = self.sight.list.clone().unwrap_or_default();
        if logged_or_mistaken(&mut self.oracle.clone(), &logged, &list).is_empty() {
            return self.logged(logged);
        }
        self.outcome.counts.denied += 1;
        if let Some(arguments) = logged.arguments {
            self.moment(logged.line, Happening::Update { arguments, reply: logged.reply, record: None });
        }
    }

    fn found(&mut self, found: LogFinding, logged: &Logged) {
        if self.options.cases && self.told.insert(found.finding.clause) {
            self.cases.push(Case {
                before: self.history.legal(self.oracle.setup(), logged),
                last: logged.clone(),
                finding: found.finding.clone(),
                line: found.line,
            });
        }
        if self.outcome.findings.len() < MOST_FINDINGS {
            self.outcome.findings.push(found);
        } else {
            self.outcome.more_findings += 1;
        }
    }

    fn moment(&mut self, line: usize, what: Happening) {
        if self.options.timeline {
            self.outcome.timeline.push(Moment { line, what, sight: self.sight.clone() });
        }
    }

    /// Takes for the setup what an update shows of it, unless it was named. Only an update with several active items can.
    fn infer(&mut self, logged: &Logged, list: &[SeenItem]) {
        let several = logged.arguments.as_ref().is_some_and(|arguments| active(arguments) > 1);
        if self.options.setup.is_some() || !several {
            return;
        }
        let Some(one_active) = self.shown_setup(logged, list) else { return };
        let line = logged.reply.as_ref().map(|(line, _)| *line).or(logged.record.as_ref().map(|(line, _)| *line));
        match &mut self.outcome.setup {
            LogSetup::Shown(lines) if lines.last().is_some_and(|(_, last)| *last == one_active) => {}
            LogSetup::Shown(lines) => lines.extend(line.map(|line| (line, one_active))),
            LogSetup::Open | LogSetup::Named { .. } => {
                self.outcome.setup = LogSetup::Shown(line.map(|line| (line, one_active)).into_iter().collect());
            }
        }
        if self.oracle.setup() != (Setup { one_active }) {
            let action = Action::Setup(Setup { one_active });
            self.follow(&action);
            self.history.push(action);
        }
    }

    fn shown_setup(&self, logged: &Logged, list: &[SeenItem]) -> Option<bool> {
        let told = logged.reply.as_ref().map(|(_, reply)| Told::read(&reply.text));
        match told {
            Some(Told::Refused(Refusal::OneActive { .. })) => return Some(true),
            Some(Told::Recorded(_)) | None => return logged.record.is_some().then_some(false).or(told.map(|_| false)),
            Some(Told::Neither) if logged.record.is_some() => return Some(false),
            Some(Told::Refused(_) | Told::Otherwise | Told::Neither) => {}
        }
        let findings = |one_active| {
            let mut oracle = self.oracle.clone();
            let changed = Setup { one_active };
            if oracle.setup() != changed {
                oracle.judge(&Action::Setup(changed), &Answer::Done).ok()?;
            }
            Some(logged_or_mistaken(&mut oracle, logged, list).len())
        };
        let (off, on) = (findings(false)?, findings(true)?);
        let about_it = logged.reply.as_ref().is_some_and(|(_, reply)| reply.text.contains("at most one"));
        match off.cmp(&on) {
            std::cmp::Ordering::Less => Some(false),
            std::cmp::Ordering::Greater => Some(true),
            std::cmp::Ordering::Equal => (on > 0 && about_it).then_some(true),
        }
    }

    /// Everything that the log shows.
    pub fn done(mut self) -> Audited {
        self.outcome.readings = self.oracle.readings;
        Audited::Log(Box::new(self.outcome), self.cases)
    }
}

/// How many items of an update are in progress.
fn active(arguments: &Value) -> usize {
    let items = arguments.get("todos").and_then(Value::as_array);
    let active = State::InProgress.name();
    items.into_iter().flatten().filter(|item| item.get("status").and_then(Value::as_str) == Some(active)).count()
}

fn logged_or_mistaken(oracle: &mut Oracle, logged: &Logged, list: &[SeenItem]) -> Vec<LogFinding> {
    self::logged(oracle, logged, list).expect("what a log says is put so that it does not contradict itself")
}

/// Judges an update of a log, or a record without one, with the list that stood before it. What a reply shows is found at
/// its line; what the list shows, at its record's, or at the reply's where there is no record.
pub fn logged(oracle: &mut Oracle, logged: &Logged, list: &[SeenItem]) -> Result<Vec<LogFinding>, Mistake> {
    let at = |line| move |finding| LogFinding { finding, line };
    let Some(arguments) = &logged.arguments else {
        let Some((line, items)) = &logged.record else { return Ok(Vec::new()) };
        return Ok(oracle.unasked(CHAT, items).map(at(*line)).into_iter().collect());
    };
    let (line, reply) = match (&logged.reply, &logged.record) {
        (Some((line, reply)), _) => (*line, reply.clone()),
        (None, Some((line, _))) => (*line, acknowledgement(arguments)),
        (None, None) => return Ok(Vec::new()),
    };
    let mark = oracle.mark(CHAT, &reply);
    let is_error = reply.is_error.filter(|_| mark.is_none());
    let mut found: Vec<LogFinding> = mark.into_iter().map(at(line)).collect();
    let write = Action::Write { chat: Some(CHAT.to_owned()), arguments: arguments.clone() };
    let judged = oracle.judge(&write, &Answer::Reply(Reply { text: reply.text, is_error }))?;
    found.extend(judged.into_iter().map(|mut finding| {
        if logged.reply.is_none() {
            "a record of it, and no reply".clone_into(&mut finding.seen);
        }
        LogFinding { finding, line }
    }));
    let look = |oracle: &mut Oracle, items: &[SeenItem]| {
        let seen = Observation { list: Some(Some(items.to_vec())), ..Observation::default() };
        oracle.judge(&Action::Observe { chat: CHAT.to_owned() }, &Answer::Seen(seen))
    };
    let (line, seen) = match (&logged.record, oracle.branch(CHAT)) {
        (Some((line, items)), Branch::Recorded | Branch::Open) => (*line, look(oracle, items)?),
        (Some((line, items)), Branch::Refused) => (*line, oracle.unasked(CHAT, items).into_iter().collect()),
        (None, Branch::Recorded) => (line, oracle.unrecorded(CHAT, list)?),
        (None, Branch::Open) => (line, look(oracle, list)?),
        (None, Branch::Refused) => (line, Vec::new()),
    };
    found.extend(seen.into_iter().map(at(line)));
    Ok(found)
}

/// The reply that an update has where it is recorded.
fn acknowledgement(arguments: &Value) -> Reply {
    let items = arguments.get("todos").and_then(Value::as_array);
    let states = items.into_iter().flatten().filter_map(|item| State::from_name(item.get("status")?.as_str()?));
    Reply { text: states.fold(Counts::default(), Counts::and).to_string(), is_error: None }
}
