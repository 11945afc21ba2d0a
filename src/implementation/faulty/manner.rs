use serde_json::{Map, Value};

use super::right;
use super::world::{Chat, World};
use crate::model::{Refusal, Setup, State};
use crate::trace::{Capabilities, Capability, Reply, SeenItem};

/// How an implementation goes about everything, one function a question. [`Manner::right`] is right throughout; a
/// mistake or an allowed deviation replaces one answer and leaves the others alone.
#[derive(Clone, Copy)]
pub struct Manner {
    /// Which capabilities are declared.
    pub declares: fn(Capability) -> bool,
    /// The setup, where it cannot be chosen.
    pub fixed: Option<Setup>,
    /// What an update's call comes to, from the arguments to the reply.
    pub write: fn(&mut World, Option<&str>, &Value, &Manner) -> OrDenied<Reply>,
    /// Which chat an update is recorded in, and what of it, or why it is refused.
    pub judge: fn(&Call<'_>) -> OrDenied<Accepted>,

    /// Which chat an update belongs to.
    pub chat: fn(&Call<'_>) -> OrDenied<String>,
    /// The items that the arguments hold, texts before trimming.
    pub read: fn(&Call<'_>) -> OrDenied<Vec<SeenItem>>,
    /// The values in the place of the items.
    pub todos: fn(&Value) -> OrDenied<Vec<Value>>,
    /// What one of these values says.
    pub item: fn(&Value, &Call<'_>) -> OrDenied<SeenItem>,
    /// The text in an item's fields.
    pub text: fn(&Map<String, Value>) -> OrDenied<String>,
    /// The name of the state in an item's fields.
    pub state: fn(&Map<String, Value>, &Call<'_>) -> OrDenied<String>,
    /// The names of other fields that are kept.
    pub extra: fn(&Map<String, Value>) -> OrDenied<Vec<String>>,
    /// The items with their texts trimmed.
    pub trim: fn(Vec<SeenItem>, &Call<'_>) -> Vec<SeenItem>,

    /// Whether the trimmed items break a rule; asks the four below.
    pub check: fn(&[SeenItem], &Call<'_>) -> OrDenied<()>,
    /// Whether a text is blank.
    pub blank: fn(&[SeenItem], &Call<'_>) -> OrDenied<()>,
    /// Whether a text repeats.
    pub repeat: fn(&[SeenItem], &Call<'_>) -> OrDenied<()>,
    /// Whether too many items are in progress.
    pub active: fn(&[SeenItem], &Call<'_>) -> OrDenied<()>,
    /// Whether there is another reason to refuse.
    pub further: fn(&[SeenItem], &Call<'_>) -> OrDenied<()>,
    /// What is recorded of items that break no rule.
    pub settle: fn(Vec<SeenItem>, &Call<'_>) -> Vec<SeenItem>,

    /// The words for a recorded update.
    pub acknowledge: fn(&Accepted, &Call<'_>) -> String,
    /// The words for a refusal of the documents.
    pub refuse: fn(&Refusal) -> String,
    /// How a repeated text is quoted in them.
    pub quote: fn(&str) -> String,
    /// The words for another refusal.
    pub object: fn(&str) -> String,
    /// What the reply says of itself, given whether it is a refusal.
    pub mark: fn(bool) -> Option<bool>,

    /// Records an accepted update.
    pub record: fn(&mut World, &Accepted),
    /// What a refusal does; the items are those that could be read, trimmed.
    pub refused: fn(&mut World, Option<&str>, &[SeenItem]),
    /// What the opening of a chat does, once it is there.
    pub open: fn(&mut World, &str),
    /// What the start of a turn does.
    pub start: fn(&mut World, &str),
    /// What the end of a turn does.
    pub end: fn(&mut World, &str),
    /// What a change of setup does.
    pub set: fn(&mut World, Setup),
    /// What a reopening does.
    pub reopen: fn(&mut World, &str),
    /// What switching plan mode does.
    pub posture: fn(&mut World, &str, bool),
    /// What a look does to what is looked at.
    pub look: fn(&mut Chat),

    /// The list as it shows.
    pub list: fn(&Chat) -> Option<Vec<SeenItem>>,
    /// The standing plan as it shows.
    pub plan: fn(&Chat) -> Option<Vec<SeenItem>>,
    /// The rows' titles and items as they show.
    pub rows: fn(&Chat) -> Vec<TitledItems>,
    /// A state's label.
    pub label: fn(State, &Chat) -> String,
}

/// A row as it shows: its title and its items.
pub type TitledItems = (String, Vec<SeenItem>);

/// An update on its way.
#[derive(Clone, Copy)]
pub struct Call<'a> {
    /// The chat it was sent from, or none.
    pub from: Option<&'a str>,
    /// The arguments, untouched.
    pub arguments: &'a Value,
    /// Everything as it stands before it.
    pub world: &'a World,
    /// How this implementation goes about it.
    pub manner: &'a Manner,
}

impl Call<'_> {
    /// The chat as it stands before the update.
    pub fn here(&self) -> Option<&Chat> {
        self.world.chats.get(self.from?)
    }

    /// The list before the update.
    pub fn before(&self) -> &[SeenItem] {
        self.here().map(Chat::items).unwrap_or_default()
    }
}

/// An update that breaks no rule.
#[derive(Clone, Debug)]
pub struct Accepted {
    /// The chat it is recorded in.
    pub chat: String,
    /// The items as sent.
    pub sent: Vec<SeenItem>,
    /// The items as they are recorded.
    pub items: Vec<SeenItem>,
}

/// Why an update is refused.
#[derive(Clone, Debug)]
pub enum Denied {
    /// For a reason of the documents.
    Rule(Refusal),
    /// For another reason, in these words without the prefix.
    Other(String),
    /// The call is turned away before it arrives as an update.
    Away(String),
}

/// An answer, or why the update is refused.
pub type OrDenied<T> = Result<T, Denied>;

impl Denied {
    /// Another reason than the documents have.
    pub fn other(words: &str) -> Self {
        Self::Other(words.to_owned())
    }

    /// The reason in words, for a call that is turned away.
    pub fn words(&self) -> String {
        match self {
            Self::Rule(refusal) => refusal.to_string(),
            Self::Other(words) | Self::Away(words) => words.clone(),
        }
    }
}

impl Manner {
    /// Right throughout.
    pub fn right() -> Self {
        Self {
            declares: |_| true,
            fixed: None,
            write: right::write,
            judge: right::judge,
            chat: right::chat,
            read: right::read,
            todos: right::todos,
            item: right::item,
            text: right::content,
            state: right::state,
            extra: |_| Ok(Vec::new()),
            trim: right::trim,
            check: right::check,
            blank: right::blank,
            repeat: right::repeat,
            active: right::active,
            further: |_, _| Ok(()),
            settle: |items, _| items,
            acknowledge: right::acknowledge,
            refuse: Refusal::to_string,
            quote: str::to_owned,
            object: right::object,
            mark: Some,
            record: right::record,
            refused: |_, _, _| {},
            open: |_, _| {},
            start: right::start,
            end: right::end,
            set: |world, setup| world.setup = setup,
            reopen: right::reopen,
            posture: right::posture,
            look: |_| {},
            list: right::list,
            plan: right::plan,
            rows: right::rows,
            label: |state, _| state.label().to_owned(),
        }
    }

    /// What is declared.
    pub fn capabilities(&self) -> Capabilities {
        Capability::ALL.into_iter().filter(|capability| (self.declares)(*capability)).collect()
    }
}
