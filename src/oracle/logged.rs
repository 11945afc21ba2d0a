//! What only a log can show: each record by itself, its absence, and a reply's mark beside its text.

use super::chat::{Cause, Shown};
use super::finding::{quote, show_seen};
use super::told::Told;
use super::{Finding, Mistake, Oracle};
use crate::model::{Clause, REFUSAL_PREFIX};
use crate::trace::{Observation, Reply, SeenItem};

/// The branch on which the newest update of a chat was followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Branch {
    /// It was taken for recorded.
    Recorded,
    /// It was taken for refused, or there was none since the last look.
    Refused,
    /// Its reply leaves that open; the next look decides.
    Open,
}

impl Oracle {
    /// How the newest update of a chat was followed, before the chat is looked at.
    pub fn branch(&self, name: &str) -> Branch {
        match self.chats.get(name) {
            Some(chat) if chat.undecided.is_some() => Branch::Open,
            Some(chat) if chat.causes.contains(&Cause::Recorded) => Branch::Recorded,
            Some(_) | None => Branch::Refused,
        }
    }

    /// Judges a record that no update asked for: it follows a refusal, or nothing at all.
    pub fn unasked(&mut self, name: &str, seen: &[SeenItem]) -> Option<Finding> {
        let chat = self.chats.get_mut(name)?;
        let newest = chat.causes.iter().rev().find(|cause| !matches!(cause, Cause::Looked | Cause::Setup));
        let (clause, after) = match newest {
            Some(Cause::Refused) => (Clause::RefusalRecordsNothing, "no record after a refusal"),
            Some(_) | None => (Clause::OnlyUpdates, "no record without an update of its own"),
        };
        chat.list = Shown::Adopted(seen.to_vec());
        chat.plan = chat.list.clone();
        chat.causes = vec![Cause::Looked];
        let seen = format!("a record of {}", show_seen(seen));
        Some(Self::finding(clause, Some(name), "list", after.to_owned(), seen))
    }

    /// Judges that an update taken for recorded left no record, so that the list is what it was before. Where the two are
    /// the same list, it is the record itself that is missing.
    pub fn unrecorded(&mut self, name: &str, list: &[SeenItem]) -> Result<Vec<Finding>, Mistake> {
        let due = self.chats.get(name).is_some_and(|chat| matches!(chat.list, Shown::Record(_)));
        let seen = Observation { list: Some(Some(list.to_vec())), ..Observation::default() };
        let mut findings = self.look(name, &seen)?;
        if due && findings.is_empty() {
            let allowed = "a record of the update".to_owned();
            findings.push(Self::finding(Clause::RowPerUpdate, Some(name), "list", allowed, "no record".to_owned()));
        }
        Ok(findings)
    }

    /// Judges a mark that contradicts the text beside it. In a log no adapter stands between the two.
    pub fn mark(&self, name: &str, reply: &Reply) -> Option<Finding> {
        let (clause, allowed) = match (Told::read(&reply.text), reply.is_error) {
            (Told::Recorded(_), Some(true)) => (Clause::AckCounts, "an acknowledgement that is not marked as an error"),
            (Told::Refused(_) | Told::Otherwise, Some(false)) => {
                (Clause::RefusalPrefix, "a text with the prefix of refusals only where it is marked as an error")
            }
            (Told::Recorded(_) | Told::Neither, _) | (Told::Refused(_) | Told::Otherwise, Some(true) | None) => {
                return None;
            }
        };
        let marked = if clause == Clause::AckCounts { "marked as an error" } else { "not marked as an error" };
        let seen = format!("{}, {marked}", quote(&reply.text));
        debug_assert!(clause == Clause::AckCounts || reply.text.starts_with(REFUSAL_PREFIX));
        Some(Self::finding(clause, Some(name), "reply", allowed.to_owned(), seen))
    }

    /// Forgets the records that no list or plan can show any more, so that a log of any length is judged in little memory.
    /// For an oracle that sees no rows.
    pub fn forget_old_records(&mut self) {
        const KEPT: usize = 2;
        const MOST: usize = 32;
        for chat in self.chats.values_mut().filter(|chat| chat.records.len() > MOST) {
            let gone = chat.records.len() - KEPT;
            chat.list = since(&chat.list, gone);
            chat.plan = since(&chat.plan, gone);
            chat.rows = None;
            chat.records.drain(..gone);
        }
    }
}

/// What is shown, with the records counted from this one on. What only an older record could show is left open.
fn since(shown: &Shown, first: usize) -> Shown {
    match shown {
        Shown::Record(index) => index.checked_sub(first).map_or(Shown::Unknown, Shown::Record),
        Shown::Either(why, ways) => Shown::Either(*why, ways.iter().map(|way| since(way, first)).collect()),
        Shown::Nothing | Shown::Adopted(_) | Shown::Unknown => shown.clone(),
    }
}
