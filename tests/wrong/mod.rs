//! Small wrong implementations: the reference with one slip each, to see how a finding is told.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use todospec::Implementation;
use todospec::implementation::{Reference, Trouble};
use todospec::model::{Clause, Phase, Setup, State};
use todospec::trace::{Action, Answer, Capability, Hello, Observation, Reply, SeenItem};

/// A slip and the clause that it breaks.
pub struct Slip {
    pub clause: Clause,
    perform: fn(&mut Host, &Action) -> Answer,
}

/// The reference with a slip.
pub struct Wrong {
    host: Host,
    slip: &'static Slip,
    missing: Option<Capability>,
    cannot_reopen: bool,
}

impl Wrong {
    pub fn new(slip: &'static Slip) -> Self {
        Self { host: Host::default(), slip, missing: None, cannot_reopen: false }
    }

    /// Takes empty texts, cannot reopen a chat though it says so, and does not declare plan mode.
    pub fn of_each_verdict() -> Self {
        const SLIP: Slip = Slip { clause: Clause::EmptyRefused, perform: takes_blanks };
        Self { missing: Some(Capability::PlanMode), cannot_reopen: true, ..Self::new(&SLIP) }
    }
}

impl Implementation for Wrong {
    fn hello(&mut self) -> Result<Hello, Trouble> {
        let mut hello = self.host.reference.hello()?;
        "wrong".clone_into(&mut hello.name);
        hello.capabilities.retain(|capability| Some(*capability) != self.missing);
        Ok(hello)
    }

    fn perform(&mut self, action: &Action) -> Result<Answer, Trouble> {
        if self.cannot_reopen && matches!(action, Action::Reopen { .. }) {
            return Err(Trouble::Error { method: "reopen", code: -32603, message: "no such file".to_owned() });
        }
        if let Action::Begin(_) = action {
            self.host.flag = false;
        }
        Ok((self.slip.perform)(&mut self.host, action))
    }
}

/// The reference, and what a slip remembers until the next scenario.
#[derive(Default)]
struct Host {
    reference: Reference,
    flag: bool,
}

impl Host {
    fn ask(&mut self, action: &Action) -> Answer {
        self.reference.perform(action).expect("the reference answers")
    }

    /// Asks, and lets the answer's reply be changed.
    fn reply(&mut self, action: &Action, change: impl FnOnce(&mut Reply)) -> Answer {
        let mut answer = self.ask(action);
        if let Answer::Reply(reply) = &mut answer {
            change(reply);
        }
        answer
    }

    /// Asks, and lets what is seen be changed.
    fn seen(&mut self, action: &Action, change: impl FnOnce(&mut Observation)) -> Answer {
        let mut answer = self.ask(action);
        if let Answer::Seen(seen) = &mut answer {
            change(seen);
        }
        answer
    }

    /// Asks with other texts, and shows them without what was added to them.
    fn disguised(&mut self, action: &Action, disguise: impl FnMut(&str) -> String) -> Answer {
        let action = with_items(action, "content", disguise);
        self.seen(&action, |seen| {
            let undisguise = |text: &mut String| text.retain(|c| !(MARK..='\u{e0ff}').contains(&c));
            items(seen).for_each(|item| item.content.iter_mut().for_each(undisguise));
        })
    }

    /// Raises the flag after some actions and lowers it after others; what is seen is changed while it is up.
    fn while_up(
        &mut self,
        action: &Action,
        up: impl FnOnce(&Action, &Answer) -> bool,
        change: impl FnOnce(&mut Observation),
    ) -> Answer {
        let flag = self.flag;
        let answer = self.seen(action, |seen| {
            if flag {
                change(seen);
            }
        });
        if up(action, &answer) {
            self.flag = true;
        } else if matches!(&answer, Answer::Reply(reply) if reply.is_error == Some(false)) {
            self.flag = false;
        }
        answer
    }
}

/// What is added to a text to make it another one: a private character that no scenario uses.
const MARK: char = '\u{e000}';

fn items(seen: &mut Observation) -> impl Iterator<Item = &mut SeenItem> {
    let rows = seen.rows.iter_mut().flatten().flat_map(|row| &mut row.items);
    seen.list.iter_mut().chain(&mut seen.plan).flatten().flatten().chain(rows)
}

/// An update whose items have another text or state.
fn with_items(action: &Action, field: &str, mut change: impl FnMut(&str) -> String) -> Action {
    let mut action = action.clone();
    if let Action::Write { arguments, .. } = &mut action {
        for item in arguments["todos"].as_array_mut().into_iter().flatten() {
            if let Some(Value::String(text)) = item.get_mut(field) {
                *text = change(text);
            }
        }
    }
    action
}

fn sent(action: &Action) -> Vec<String> {
    let mut texts = Vec::new();
    with_items(action, "content", |text| {
        texts.push(text.to_owned());
        String::new()
    });
    texts
}

fn refused(text: &str) -> Answer {
    Answer::Reply(Reply { text: text.to_owned(), is_error: Some(true) })
}

fn refuses(answer: &Answer) -> bool {
    matches!(answer, Answer::Reply(reply) if reply.is_error == Some(true))
}

fn reworded(host: &mut Host, action: &Action, from: &str, to: &str) -> Answer {
    host.reply(action, |reply| reply.text = reply.text.replace(from, to))
}

fn takes_blanks(host: &mut Host, action: &Action) -> Answer {
    let mut mark = MARK;
    host.disguised(action, |text| {
        mark = char::from_u32(u32::from(mark) + 1).unwrap_or(MARK);
        if text.trim().is_empty() { format!("{text}{mark}") } else { text.to_owned() }
    })
}

fn takes_repeats(host: &mut Host, action: &Action) -> Answer {
    let mut seen = BTreeSet::new();
    host.disguised(action, |text| {
        let mut text = text.trim().to_owned();
        while !seen.insert(text.clone()) && !text.is_empty() {
            text.push(MARK);
        }
        text
    })
}

/// The rule as it is for good, whatever the setup says.
fn one_active_for_good(host: &mut Host, action: &Action, one_active: bool) -> Answer {
    if let Action::Begin(_) | Action::Setup(_) = action {
        let rule = Setup { one_active };
        return host.ask(&if let Action::Begin(_) = action { Action::Begin(rule) } else { Action::Setup(rule) });
    }
    host.ask(action)
}

fn one_list_for_all(host: &mut Host, action: &Action) -> Answer {
    let main = || "main".to_owned();
    let mut action = action.clone();
    match &mut action {
        Action::Open { chat, .. } if chat != "main" => return Answer::Done,
        Action::Write { chat: Some(chat), .. }
        | Action::Turn { chat, .. }
        | Action::Reopen { chat }
        | Action::PlanMode { chat, .. }
        | Action::Observe { chat } => *chat = main(),
        Action::Open { .. } | Action::Write { chat: None, .. } | Action::Begin(_) | Action::Setup(_) => {}
    }
    host.ask(&action)
}

fn plan_vanishes_after(host: &mut Host, action: &Action, up: fn(&Action, &Answer) -> bool) -> Answer {
    host.while_up(action, up, |seen| seen.plan = Some(None))
}

fn list_vanishes_after(host: &mut Host, action: &Action, up: fn(&Action, &Answer) -> bool) -> Answer {
    host.while_up(action, up, |seen| seen.list = Some(None))
}

fn turn_starts(action: &Action, _: &Answer) -> bool {
    matches!(action, Action::Turn { phase: Phase::Start, .. })
}

fn turn_ends(action: &Action, _: &Answer) -> bool {
    matches!(action, Action::Turn { phase: Phase::End, .. })
}

fn reopens(action: &Action, _: &Answer) -> bool {
    matches!(action, Action::Reopen { .. })
}

macro_rules! slips {
    ($($clause:ident: $perform:expr;)*) => {
        /// A slip for each clause.
        pub const SLIPS: &[Slip] = &[$(Slip { clause: Clause::$clause, perform: $perform },)*];
    };
}

slips! {
    WholeList: |host, action| host.seen(action, |seen| {
        let old = seen.rows.iter().flatten().rev().nth(1).map(|row| row.items.clone()).unwrap_or_default();
        if let Some(list) = seen.list.iter_mut().flatten().next() {
            let new: Vec<_> = list.iter().map(|item| item.content.clone()).collect();
            list.extend(old.into_iter().filter(|item| !new.contains(&item.content)));
        }
    });
    ItemShape: |host, action| host.seen(action, |seen| {
        seen.list.iter_mut().flatten().flatten().for_each(|item| item.extra.push("id".to_owned()));
    });
    TrimFirst: |host, action| host.disguised(action, |text| {
        if text.trim().is_empty() { text.to_owned() } else { format!("{MARK}{text}{MARK}") }
    });
    EmptyRefused: takes_blanks;
    RepeatRefused: takes_repeats;
    RefusalRecordsNothing: |host, action| list_vanishes_after(host, action, |_, answer| refuses(answer));
    NewestCounts: |host, action| host.seen(action, |seen| {
        if let Some(first) = seen.rows.iter().flatten().next() {
            seen.list = Some(Some(first.items.clone()));
        }
    });
    SurvivesReopen: |host, action| list_vanishes_after(host, action, reopens);
    OneChatOneList: one_list_for_all;
    HelperOwnList: one_list_for_all;
    NeedsChat: |host, action| {
        let mut action = action.clone();
        if let Action::Write { chat, .. } = &mut action {
            chat.get_or_insert_with(|| "main".to_owned());
        }
        host.ask(&action)
    };
    ThreeStates: |host, action| {
        let known = |state: &str| State::from_name(state).unwrap_or(State::Pending).name().to_owned();
        host.ask(&with_items(action, "status", known))
    };
    StateEveryItem: |host, action| {
        let mut action = action.clone();
        if let Action::Write { arguments, .. } = &mut action {
            for item in arguments["todos"].as_array_mut().into_iter().flatten().filter(|item| item.is_object()) {
                if item["status"].is_null() {
                    item["status"] = json!("pending");
                }
            }
        }
        host.ask(&action)
    };
    StateLabels: |host, action| host.seen(action, |seen| {
        items(seen).filter(|item| item.state() == Some(State::InProgress)).for_each(|item| {
            item.label = item.label.as_ref().map(|_| "In Progress".into());
        });
    });
    ParallelAllowed: |host, action| one_active_for_good(host, action, true);
    OneActiveRefused: |host, action| one_active_for_good(host, action, false);
    CheckedWhenSent: |host, action| {
        if let Action::Setup(_) = action { Answer::Done } else { host.ask(action) }
    };
    HistoryKept: |host, action| {
        let up = |action: &Action, _: &Answer| matches!(action, Action::Setup(Setup { one_active: true }));
        host.while_up(action, up, |seen| {
            let active = |item: &&mut SeenItem| item.state() == Some(State::InProgress);
            let pending = |item: &mut SeenItem| item.status = Some("pending".into());
            seen.list.iter_mut().flatten().flatten().filter(active).skip(1).for_each(pending);
        })
    };
    RowPerUpdate: |host, action| host.seen(action, |seen| seen.rows.iter_mut().for_each(|rows| rows.truncate(1)));
    RowHoldsList: |host, action| host.seen(action, |seen| {
        seen.rows.iter_mut().flatten().for_each(|row| row.items.truncate(1));
    });
    PlanShowsLatest: |host, action| host.seen(action, |seen| {
        if let (Some(Some(plan)), Some(first)) = (&mut seen.plan, seen.rows.iter().flatten().next()) {
            plan.clone_from(&first.items);
        }
    });
    PlanNoneBeforeFirst: |host, action| host.seen(action, |seen| {
        if seen.rows.iter().flatten().next().is_none() {
            let welcome = SeenItem { label: Some("Pending".into()), ..seen_item("Say what you need", "pending") };
            seen.plan = Some(Some(vec![welcome]));
        }
    });
    PlanClearsNextTurn: |host, action| host.seen(action, |seen| {
        seen.plan = Some(seen.rows.iter().flatten().next_back().map(|row| row.items.clone()));
    });
    PlanStaysAfterTurnEnd: |host, action| plan_vanishes_after(host, action, turn_ends);
    PlanReturns: |host, action| {
        if let Action::Turn { chat, phase: Phase::Start } = action {
            host.flag |= host.reference.world().chat(chat).is_some_and(|chat| chat.rows().next().is_some());
        }
        let gone = host.flag;
        host.seen(action, |seen| if gone { seen.plan = Some(None) })
    };
    AckCounts: |host, action| reworded(host, action, " in progress", " active");
    MessageEmpty: |host, action| reworded(host, action, "non-empty string", "non-blank string");
    MessageRepeat: |host, action| reworded(host, action, "duplicate content", "duplicate text");
    MessageOneActive: |host, action| reworded(host, action, "at most one task", "only one task");
    MessageNoChat: |host, action| reworded(host, action, "todo_write requires", "todo_write needs");
    RefusalPrefix: |host, action| reworded(host, action, "Error: ", "");
    PlanModeApart: |host, action| {
        plan_vanishes_after(host, action, |action, _| matches!(action, Action::PlanMode { on: true, .. }))
    };
    ValidRecorded: |host, action| {
        if sent(action).len() > 2 { refused("Error: at most 2 items") } else { host.ask(action) }
    };
    DropLastItem: |host, action| {
        let empty = json!({ "todos": [] });
        let drops = matches!(action, Action::Write { chat: Some(_), arguments } if *arguments == empty);
        if drops { refused("Error: the list is empty") } else { host.ask(action) }
    };
    OrderKept: |host, action| host.seen(action, |seen| {
        seen.list.iter_mut().flatten().for_each(|list| list.sort_by_key(|item| item.content.clone()));
    });
    InnerTextKept: |host, action| host.seen(action, |seen| {
        let once = |text: &mut String| *text = text.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
        items(seen).for_each(|item| item.content.iter_mut().for_each(once));
    });
    ExactText: |host, action| {
        let texts = sent(action);
        let mut exact = BTreeSet::new();
        let mut small = BTreeSet::new();
        let exact = texts.iter().all(|text| exact.insert(text.trim()));
        match texts.iter().find(|text| !small.insert(text.trim().to_lowercase())) {
            Some(text) if exact => refused(&format!("Error: invalid todos: duplicate content \"{}\"", text.trim())),
            Some(_) | None => host.ask(action),
        }
    };
    OneActiveCount: |host, action| host.reply(action, |reply| {
        if let Some((start, _)) = reply.text.split_once("(got ") {
            reply.text = format!("{start}(got 2)");
        }
    });
    ClearingKeepsList: |host, action| list_vanishes_after(host, action, turn_starts);
    ReopenKeepsPlan: |host, action| plan_vanishes_after(host, action, reopens);
    RefusedKeepsPlan: |host, action| plan_vanishes_after(host, action, |_, answer| refuses(answer));
    OnlyUpdates: |host, action| host.while_up(action, turn_ends, |seen| {
        seen.list.iter_mut().flatten().for_each(|list| list.retain(|item| item.state() != Some(State::Completed)));
    });
    OneRecord: |host, action| host.seen(action, |seen| {
        let padded = |text: &mut String| text.push(' ');
        seen.plan.iter_mut().flatten().flatten().for_each(|item| item.content.iter_mut().for_each(padded));
    });
}

fn seen_item(text: &str, state: &str) -> SeenItem {
    SeenItem { content: Some(text.to_owned()), status: Some(state.to_owned().into()), ..SeenItem::default() }
}
