use std::fmt;

macro_rules! clauses {
    ($($variant:ident => $id:literal,)*) => {
        /// One requirement of the documents, by its id. What it says, its level and where the page says it stand in
        /// `spec-cases/clauses.yaml`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[expect(missing_docs, reason = "each variant is its slug; the sentence stands in clauses.yaml")]
        pub enum Clause {
            $($variant,)*
        }

        impl Clause {
            /// Every clause, in the order of the documents.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The slug that files, reports and messages use.
            pub fn id(self) -> &'static str {
                match self {
                    $(Self::$variant => $id,)*
                }
            }
        }
    };
}

clauses! {
    WholeList => "whole-list",
    ItemShape => "item-shape",
    TrimFirst => "trim-first",
    EmptyRefused => "empty-refused",
    RepeatRefused => "repeat-refused",
    RefusalRecordsNothing => "refusal-records-nothing",
    NewestCounts => "newest-counts",
    SurvivesReopen => "survives-reopen",
    OneChatOneList => "one-chat-one-list",
    HelperOwnList => "helper-own-list",
    NeedsChat => "needs-chat",
    ThreeStates => "three-states",
    StateEveryItem => "state-every-item",
    StateLabels => "state-labels",
    ParallelAllowed => "parallel-allowed",
    OneActiveRefused => "one-active-refused",
    CheckedWhenSent => "checked-when-sent",
    HistoryKept => "history-kept",
    RowPerUpdate => "row-per-update",
    RowHoldsList => "row-holds-list",
    PlanShowsLatest => "plan-shows-latest",
    PlanNoneBeforeFirst => "plan-none-before-first",
    PlanClearsNextTurn => "plan-clears-next-turn",
    PlanStaysAfterTurnEnd => "plan-stays-after-turn-end",
    PlanReturns => "plan-returns",
    AckCounts => "ack-counts",
    MessageEmpty => "message-empty",
    MessageRepeat => "message-repeat",
    MessageOneActive => "message-one-active",
    MessageNoChat => "message-no-chat",
    RefusalPrefix => "refusal-prefix",
    PlanModeApart => "plan-mode-apart",
    ValidRecorded => "valid-recorded",
    DropLastItem => "drop-last-item",
    OrderKept => "order-kept",
    InnerTextKept => "inner-text-kept",
    ExactText => "exact-text",
    OneActiveCount => "one-active-count",
    ClearingKeepsList => "clearing-keeps-list",
    ReopenKeepsPlan => "reopen-keeps-plan",
    RefusedKeepsPlan => "refused-keeps-plan",
    OnlyUpdates => "only-updates",
    OneRecord => "one-record",
}

impl Clause {
    /// Finds a clause by its slug.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|clause| clause.id() == id)
    }
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}
