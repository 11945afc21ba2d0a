//! Judging what an update answers.

use serde_json::Value;

use super::chat::{Cause, Undecided};
use super::fault::{self, Faults};
use super::finding::quote;
use super::record::Record;
use super::text;
use super::told::Told;
use super::update::Update;
use super::{Finding, Mistake, Oracle};
use crate::model::{Clause, Counts, Item, REFUSAL_PREFIX, Refusal, State};
use crate::suite::Reading;
use crate::trace::{Capability, Reply};

/// An update, where it was sent, and what the documents make of it.
struct Sent<'a> {
    chat: Option<&'a str>,
    update: Update,
    faults: Faults,
    between_turns: bool,
}

impl Sent<'_> {
    fn must_be_refused(&self) -> bool {
        !self.update.malformed.is_empty() || self.faults.surely()
    }

    /// Whether an open point allows a refusal in any words.
    fn may_be_refused_anyhow(&self) -> bool {
        !self.update.malformed.is_empty() || !self.update.open.is_empty() || self.between_turns
    }

    /// Whether a transport may turn the call away.
    fn may_be_rejected(&self) -> bool {
        !self.update.malformed.is_empty() || !self.update.open.is_empty()
    }

    fn counts(&self) -> Counts {
        let states = self.update.items.iter().filter_map(|item| item.state);
        states.fold(Counts::default(), Counts::and)
    }

    fn allows(&self, told: &Refusal) -> bool {
        match told {
            Refusal::NoChat => self.faults.no_chat || self.between_turns,
            Refusal::Empty => self.faults.blank > fault::Degree::No,
            Refusal::Repeat { text } => {
                text::unquoted(text).iter().any(|named| fault::names_repeat(&self.update.items, named))
            }
            Refusal::OneActive { count } => self.faults.active == Some(*count),
        }
    }

    /// Every allowed answer, for a message.
    fn allowed(&self) -> String {
        let mut answers: Vec<String> = Vec::new();
        if !self.must_be_refused() {
            answers.push(quote(&self.counts().to_string()));
        }
        answers.extend(self.faults.refusals(&self.update.items).iter().map(|refusal| quote(&refusal.to_string())));
        if self.may_be_refused_anyhow() {
            answers
                .push(format!("a refusal that begins with \"{REFUSAL_PREFIX}\" and tells no rule that is not broken"));
        }
        answers.join(", or ")
    }
}

impl Oracle {
    /// Judges a reply, or the message of a call that was turned away.
    pub(super) fn reply(
        &mut self,
        chat: Option<&str>,
        arguments: &Value,
        reply: Result<&Reply, &String>,
    ) -> Result<Vec<Finding>, Mistake> {
        let here = chat.filter(|name| self.chats.contains_key(*name));
        self.after_no_chat |= here.is_none();
        let update = Update::read(arguments);
        let faults = Faults::of(&update, here.is_some(), self.setup);
        let between_turns = self.sees(Capability::Turns) && here.is_some_and(|name| !self.turn_is_open(name));
        let sent = Sent { chat: here, update, faults, between_turns };
        self.settle_undecided(here);
        match reply {
            Err(message) => Ok(self.rejected(&sent, message)),
            Ok(reply) => {
                let told = Told::read(&reply.text);
                contradiction(&told, reply)?;
                Ok(self.told(sent, &told, reply))
            }
        }
    }

    fn rejected(&mut self, sent: &Sent<'_>, message: &str) -> Vec<Finding> {
        self.refused();
        if sent.may_be_rejected() {
            self.readings.note_refused(&sent.update, &sent.faults, None, "turned away (-32602)");
            return Vec::new();
        }
        let clause = match sent.faults.refusals(&sent.update.items).first() {
            Some(refusal) => refusal.message(),
            None => Clause::ValidRecorded,
        };
        vec![Self::finding(clause, sent.chat, "reply", sent.allowed(), format!("the error -32602: {}", quote(message)))]
    }

    fn told(&mut self, sent: Sent<'_>, told: &Told, reply: &Reply) -> Vec<Finding> {
        let seen = || quote(&reply.text);
        let finding = |clause| Self::finding(clause, sent.chat, "reply", sent.allowed(), seen());
        match told {
            Told::Recorded(counts) => {
                let mut findings = self.recorded_though_wrong(&sent, seen);
                if findings.is_empty() && *counts != sent.counts() {
                    findings.push(finding(Clause::AckCounts));
                }
                self.recorded(sent);
                findings
            }
            Told::Refused(_) | Told::Otherwise => {
                let clause = self.refusal_clause(&sent, told, &reply.text);
                if clause.is_none() {
                    let refusal = match told {
                        Told::Refused(refusal) => Some(refusal),
                        Told::Otherwise | Told::Recorded(_) | Told::Neither => None,
                    };
                    self.readings.note_refused(&sent.update, &sent.faults, refusal, "refused");
                    if sent.between_turns && sent.faults.none() && !sent.may_be_rejected() {
                        let facet = self.between_turns(sent.chat);
                        self.readings.note(Reading::BetweenTurns, facet, "refused");
                    }
                }
                self.refused();
                clause.into_iter().map(finding).collect()
            }
            Told::Neither => match reply.is_error {
                Some(true) => {
                    let mut findings = vec![finding(Clause::RefusalPrefix)];
                    if !sent.must_be_refused() && !sent.may_be_refused_anyhow() && sent.faults.none() {
                        findings.push(finding(self.refused_though_right(&sent, None)));
                    }
                    self.refused();
                    findings
                }
                Some(false) => {
                    let mut findings = vec![finding(Clause::AckCounts)];
                    findings.extend(self.recorded_though_wrong(&sent, seen));
                    self.recorded(sent);
                    findings
                }
                None => {
                    let clause = if sent.must_be_refused() { Clause::RefusalPrefix } else { Clause::AckCounts };
                    let findings = vec![finding(clause)];
                    self.left_open(sent);
                    findings
                }
            },
        }
    }

    /// The clauses broken by acknowledging an update that has to be refused.
    fn recorded_though_wrong(&self, sent: &Sent<'_>, seen: impl Fn() -> String) -> Vec<Finding> {
        if !sent.must_be_refused() {
            return Vec::new();
        }
        let mut clauses = sent.faults.rules(&sent.update.items, self.setup_changed);
        for malformed in &sent.update.malformed {
            if !clauses.contains(&malformed.clause) {
                clauses.push(malformed.clause);
            }
        }
        let finding = |clause| Self::finding(clause, sent.chat, "reply", sent.allowed(), seen());
        clauses.into_iter().map(finding).collect()
    }

    /// The clause that a refusal breaks, if it breaks one.
    fn refusal_clause(&self, sent: &Sent<'_>, told: &Told, text: &str) -> Option<Clause> {
        let right = sent.faults.none() && sent.update.malformed.is_empty();
        match told {
            Told::Refused(refusal) if sent.allows(refusal) => None,
            Told::Otherwise if sent.may_be_refused_anyhow() => None,
            Told::Refused(refusal) if right => Some(self.refused_though_right(sent, Some(refusal))),
            Told::Refused(Refusal::OneActive { .. }) if sent.faults.active.is_some() => Some(Clause::OneActiveCount),
            Told::Refused(refusal) => Some(refusal.message()),
            Told::Otherwise | Told::Recorded(_) | Told::Neither if right => Some(self.refused_though_right(sent, None)),
            Told::Otherwise | Told::Recorded(_) | Told::Neither => {
                let refusals = sent.faults.refusals(&sent.update.items);
                let alike = |refusal: &Refusal| common_start(&refusal.to_string(), text);
                refusals.iter().rev().max_by_key(|refusal| alike(refusal)).map(Refusal::message)
            }
        }
    }

    /// The clause broken by refusing an update that breaks no rule.
    fn refused_though_right(&self, sent: &Sent<'_>, told: Option<&Refusal>) -> Clause {
        let active = sent.update.items.iter().filter(|item| item.state == Some(State::InProgress)).count();
        let plan_mode = sent.chat.and_then(|name| self.chats.get(name)).is_some_and(|chat| chat.plan_mode);
        match told {
            Some(Refusal::OneActive { .. }) if active > 1 && self.setup_changed => Clause::CheckedWhenSent,
            Some(Refusal::OneActive { .. }) if active > 1 => Clause::ParallelAllowed,
            Some(Refusal::Repeat { .. }) => Clause::ExactText,
            Some(Refusal::NoChat | Refusal::Empty | Refusal::OneActive { .. }) | None => {
                if sent.update.items.is_empty() {
                    Clause::DropLastItem
                } else if plan_mode {
                    Clause::PlanModeApart
                } else {
                    Clause::ValidRecorded
                }
            }
        }
    }

    /// The facet of an update that came while no turn was open.
    fn between_turns(&self, chat: Option<&str>) -> &'static str {
        let turned = chat.and_then(|name| self.chats.get(name)).is_some_and(|chat| chat.turned);
        if turned { "an update between turns" } else { "an update before any turn" }
    }

    /// Follows the branch on which the update was recorded.
    fn recorded(&mut self, sent: Sent<'_>) {
        let Some(name) = sent.chat else {
            for chat in self.chats.values_mut() {
                chat.causes.push(Cause::NoChatAcknowledged);
            }
            return;
        };
        self.happens(name, Cause::Recorded);
        let wrong = sent.must_be_refused();
        if !wrong {
            self.readings.note_recorded(&sent.update);
            if sent.between_turns {
                let facet = self.between_turns(sent.chat);
                self.readings.note(Reading::BetweenTurns, facet, "recorded");
            }
        }
        let items: Option<Vec<Item>> =
            sent.update.items.into_iter().map(|item| Some(Item::new(item.text?, item.state?))).collect();
        if let Some(chat) = self.chats.get_mut(name) {
            match items {
                Some(items) if !wrong => chat.record(Record::new(items), sent.between_turns),
                Some(_) | None => chat.forget(),
            }
        }
    }

    /// Follows the branch on which the update was refused: nothing changes in any chat.
    fn refused(&mut self) {
        self.chats.values_mut().for_each(|chat| chat.causes.push(Cause::Refused));
    }

    fn left_open(&mut self, sent: Sent<'_>) {
        match sent.chat {
            Some(name) => {
                self.happens(name, Cause::Refused);
                if let Some(chat) = self.chats.get_mut(name) {
                    chat.undecided = Some(Undecided { update: sent.update, faults: sent.faults });
                }
            }
            None => self.refused(),
        }
    }

    /// Decides an update whose branch no look has shown before the next one came.
    fn settle_undecided(&mut self, chat: Option<&str>) {
        let Some(name) = chat else { return };
        let Some(undecided) = self.chats.get_mut(name).and_then(|chat| chat.undecided.take()) else { return };
        let Undecided { update, faults } = undecided;
        let sent = Sent { chat, update, faults, between_turns: false };
        if !sent.must_be_refused() {
            self.recorded(sent);
        }
    }

    /// Decides an update whose reply was neither an acknowledgement nor a refusal, from what is seen.
    pub(super) fn decide(&mut self, name: &str, undecided: Undecided, changed: bool) -> Vec<Finding> {
        let Undecided { update, faults } = undecided;
        let sent = Sent { chat: Some(name), update, faults, between_turns: false };
        if !changed {
            return Vec::new();
        }
        let findings = self.recorded_though_wrong(&sent, || "an update that was recorded".to_owned());
        self.recorded(sent);
        findings
    }
}

/// A reply whose text and mark contradict one another is the adapter's mistake.
fn contradiction(told: &Told, reply: &Reply) -> Result<(), Mistake> {
    let (marked, is) = match (told, reply.is_error) {
        (Told::Recorded(_), Some(true)) => ("`is_error` is true", "acknowledges"),
        (Told::Refused(_) | Told::Otherwise, Some(false)) => ("`is_error` is false", "refuses"),
        (Told::Recorded(_) | Told::Neither, _) | (Told::Refused(_) | Told::Otherwise, Some(true) | None) => {
            return Ok(());
        }
    };
    Err(Mistake(format!("the reply contradicts itself: {marked}, and the text {is}: {}", quote(&reply.text))))
}

fn common_start(a: &str, b: &str) -> usize {
    a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count()
}
