//! A second implementation of the documents, in another manner: plain state for each chat, overwritten by each update.
//!
//! [`Faulty::right`] is right throughout, with rules of its own beside the model's. Everything it does is a function in
//! a table, its manner, and one entry of [`faults`] replaces one of them: a named [`Fault`], tied to the clause
//! that it breaks. In the same way a [`Variant`] settles an open point in another way that the documents allow, and a
//! [`Control`] is so wrong that a suite that does not catch it measures nothing.

mod control;
mod fault;
mod faults;
mod manner;
mod right;
mod variant;
mod variants;
mod world;

use serde_json::Value;

use super::{Implementation, Trouble};
use crate::model::{Phase, Setup};
use crate::trace::{Capability, Hello, Observation, Reply, Row, SeenItem};
use manner::{Manner, TitledItems};
use world::{Chat, World};

pub use control::{Control, controls};
pub use fault::{Fault, faults};
pub use variant::{Variant, variants};

/// The second implementation: right, or with one fault, as one rightful variant, or as one control.
#[derive(Clone)]
pub struct Faulty {
    name: &'static str,
    manner: Manner,
    world: World,
}

impl Faulty {
    /// The implementation without a fault.
    pub fn right() -> Self {
        Self { name: "right", manner: Manner::right(), world: World::default() }
    }

    /// The fault, variant or control of this id.
    pub fn new(id: &str) -> Option<Self> {
        let fault = faults().find(|fault| fault.id == id).map(Self::from);
        let variant = || variants().find(|variant| variant.id == id).map(Self::from);
        let control = || controls().find(|control| control.id == id).map(Self::from);
        fault.or_else(variant).or_else(control)
    }

    fn twisted(name: &'static str, twist: fn(&mut Manner)) -> Self {
        let mut manner = Manner::right();
        twist(&mut manner);
        Self { name, manner, world: World::default() }
    }

    fn chat(&mut self, name: &str) -> Result<&mut Chat, Trouble> {
        let missing = || Trouble::Rejected { message: format!("the chat {name} is not open") };
        self.world.chats.get_mut(name).ok_or_else(missing)
    }
}

fn labelled(items: Vec<SeenItem>, manner: &Manner, chat: &Chat) -> Vec<SeenItem> {
    let label = |item: &SeenItem| Some((manner.label)(item.state()?, chat).into());
    items.into_iter().map(|item| SeenItem { label: label(&item), ..item }).collect()
}

impl From<&Fault> for Faulty {
    fn from(fault: &Fault) -> Self {
        Self::twisted(fault.id, fault.twist)
    }
}

impl From<&Variant> for Faulty {
    fn from(variant: &Variant) -> Self {
        Self::twisted(variant.id, variant.twist)
    }
}

impl From<&Control> for Faulty {
    fn from(control: &Control) -> Self {
        Self::twisted(control.id, control.twist)
    }
}

impl Implementation for Faulty {
    fn hello(&mut self) -> Result<Hello, Trouble> {
        Ok(Hello {
            name: self.name.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            capabilities: self.manner.capabilities(),
            setup: self.manner.fixed,
        })
    }

    fn begin(&mut self, setup: Setup) -> Result<(), Trouble> {
        self.world = World { setup, ..World::default() };
        Ok(())
    }

    fn open(&mut self, chat: &str, helper_of: Option<&str>) -> Result<(), Trouble> {
        if let Some(parent) = helper_of {
            self.chat(parent)?;
        }
        if self.world.chats.contains_key(chat) {
            return Ok(());
        }
        let place = self.world.chats.len();
        let setup_at_open = self.world.setup;
        let opened = Chat { place, helper_of: helper_of.map(str::to_owned), setup_at_open, ..Chat::default() };
        self.world.chats.insert(chat.to_owned(), opened);
        (self.manner.open)(&mut self.world, chat);
        Ok(())
    }

    fn write(&mut self, chat: Option<&str>, arguments: &Value) -> Result<Reply, Trouble> {
        let reply = (self.manner.write)(&mut self.world, chat, arguments, &self.manner);
        let reply = reply.map_err(|denied| Trouble::Rejected { message: denied.words() })?;
        self.world.replies.push(reply.clone());
        Ok(reply)
    }

    fn turn(&mut self, chat: &str, phase: Phase) -> Result<(), Trouble> {
        let past = &mut self.chat(chat)?.past;
        match phase {
            Phase::Start => {
                (past.turns, past.updates_in_turn) = (past.turns + 1, 0);
                (self.manner.start)(&mut self.world, chat);
            }
            Phase::End => (self.manner.end)(&mut self.world, chat),
        }
        Ok(())
    }

    fn setup(&mut self, setup: Setup) -> Result<(), Trouble> {
        self.world.setups += 1;
        (self.manner.set)(&mut self.world, setup);
        Ok(())
    }

    fn reopen(&mut self, chat: &str) -> Result<(), Trouble> {
        self.chat(chat)?.past.reopenings += 1;
        (self.manner.reopen)(&mut self.world, chat);
        Ok(())
    }

    fn plan_mode(&mut self, chat: &str, on: bool) -> Result<(), Trouble> {
        self.chat(chat)?;
        (self.manner.posture)(&mut self.world, chat, on);
        Ok(())
    }

    fn observe(&mut self, chat: &str) -> Result<Observation, Trouble> {
        let manner = self.manner;
        let seen = self.chat(chat)?;
        seen.past.looks += 1;
        (manner.look)(seen);
        let chat = &*self.chat(chat)?;
        let (list, plan, rows) = ((manner.list)(chat), (manner.plan)(chat), (manner.rows)(chat));
        let declared = |capability| (manner.declares)(capability);
        let row = |(title, items): TitledItems| Row { title: title.into(), items: labelled(items, &manner, chat) };
        Ok(Observation {
            list: declared(Capability::List).then_some(list),
            plan: declared(Capability::Plan).then(|| plan.map(|items| labelled(items, &manner, chat))),
            rows: declared(Capability::Rows).then(|| rows.into_iter().map(row).collect()),
        })
    }
}
