use super::fault::Faults;
use super::record::Record;
use super::update::Update;
use crate::trace::{Row, SeenItem};

/// What the oracle knows of one chat.
#[derive(Clone, Debug, Default)]
pub struct Chat {
    pub helper_of: Option<String>,
    pub turn_open: bool,
    pub plan_mode: bool,
    /// The recorded updates, oldest first.
    pub records: Vec<Record>,
    pub list: Shown,
    pub plan: Shown,
    /// The rows due, oldest first; `None` where a finding left them unknown.
    pub rows: Option<Vec<ShownRow>>,
    /// What happened since the last look, oldest first.
    pub causes: Vec<Cause>,
    /// Where nothing is shown, why: for the reading `nothing`.
    pub why_no_plan: NoPlan,
    /// When the chat was last reopened.
    pub reopened: Reopened,
    /// Whether a turn ever began.
    pub turned: bool,
    /// An update whose reply left open whether it was recorded.
    pub undecided: Option<Undecided>,
}

/// What a view shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Shown {
    /// Nothing.
    #[default]
    Nothing,
    /// The record at this index.
    Record(usize),
    /// What was seen after a finding, and stays.
    Adopted(Vec<SeenItem>),
    /// Any of these, as an open point has it; the first is the one that shows the update.
    Either(OpenPlan, Vec<Self>),
    /// Whatever will be seen: a finding left it open.
    Unknown,
}

/// Why a plan may show or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenPlan {
    /// Its update came while no turn was open.
    BetweenTurns,
    /// The chat was closed while its turn was open.
    ReopenedMidTurn,
}

/// What a row shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShownRow {
    /// The record at this index.
    Record(usize),
    /// What was seen after a finding, and stays.
    Adopted(Row),
}

/// When a chat was last reopened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reopened {
    /// Never.
    #[default]
    Never,
    /// Before its newest update.
    BeforeNewest,
    /// Since its newest update.
    SinceNewest,
}

impl Reopened {
    fn recorded(&mut self) {
        if *self == Self::SinceNewest {
            *self = Self::BeforeNewest;
        }
    }
}

/// Why a plan shows nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NoPlan {
    /// There was no update yet.
    #[default]
    BeforeFirst,
    /// A turn began after the latest update.
    Cleared,
    /// The latest update is the empty list.
    Empty,
}

/// What happened that a look may show the traces of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The chat was opened: the first of its world, or beside chats that it is or is not a helper of; perhaps after an
    /// update that had no chat behind it.
    Opened { first: bool, helper: bool, after_no_chat: bool },
    /// An update was recorded here.
    Recorded,
    /// Something happened in another chat, a helper or parent of this one or not.
    Elsewhere { helper: bool },
    /// An update was refused, here or anywhere.
    Refused,
    /// An update with no chat behind it was acknowledged.
    NoChatAcknowledged,
    /// A turn began here.
    TurnStart,
    /// A turn ended here.
    TurnEnd,
    /// The setup changed.
    Setup,
    /// The chat was closed and opened again.
    Reopened,
    /// Plan mode was switched here.
    PlanMode,
    /// Nothing but an earlier look.
    Looked,
}

/// An update whose reply left open whether it was recorded.
#[derive(Clone, Debug)]
pub struct Undecided {
    pub update: Update,
    pub faults: Faults,
}

impl Chat {
    /// A chat that was just opened.
    pub fn opened(helper_of: Option<String>, first: bool, after_no_chat: bool) -> Self {
        let cause = Cause::Opened { first, helper: helper_of.is_some(), after_no_chat };
        Self { helper_of, rows: Some(Vec::new()), causes: vec![cause], ..Self::default() }
    }

    /// Records an update: it is the list, the plan and a row from now on.
    pub fn record(&mut self, record: Record, between_turns: bool) {
        let index = self.records.len();
        self.why_no_plan = if record.sent.is_empty() { NoPlan::Empty } else { self.why_no_plan };
        self.reopened.recorded();
        self.records.push(record);
        self.list = Shown::Record(index);
        self.plan = if between_turns {
            let before = std::mem::take(&mut self.plan);
            Shown::Either(OpenPlan::BetweenTurns, vec![Shown::Record(index), Shown::Nothing, before])
        } else {
            Shown::Record(index)
        };
        if let Some(rows) = &mut self.rows {
            rows.push(ShownRow::Record(index));
        }
    }

    /// Forgets what has to be seen: an update was acknowledged that had to be refused.
    pub fn forget(&mut self) {
        self.list = Shown::Unknown;
        self.plan = Shown::Unknown;
        self.rows = None;
    }

    /// Starts a turn: whatever stood, the plan is cleared.
    pub fn start_turn(&mut self) {
        self.turn_open = true;
        self.turned = true;
        self.plan = Shown::Nothing;
        if !self.records.is_empty() {
            self.why_no_plan = NoPlan::Cleared;
        }
    }

    /// Closes the chat and opens it again; a turn that was open is over.
    pub fn reopen(&mut self) {
        if self.turn_open {
            let plan = std::mem::take(&mut self.plan);
            let shows = match &plan {
                Shown::Record(index) => !self.records[*index].sent.is_empty(),
                Shown::Adopted(_) | Shown::Either(..) => true,
                Shown::Nothing | Shown::Unknown => false,
            };
            self.plan = if shows { Shown::Either(OpenPlan::ReopenedMidTurn, vec![plan, Shown::Nothing]) } else { plan };
        }
        self.turn_open = false;
        self.plan_mode = false;
        self.reopened = Reopened::SinceNewest;
    }

    /// The items of the newest record, as a look would show them.
    pub fn newest(&self) -> Option<&Record> {
        self.records.last()
    }
}
