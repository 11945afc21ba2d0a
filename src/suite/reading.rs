use std::fmt;

use crate::model::Clause;

macro_rules! readings {
    ($($variant:ident => $id:literal, [$($clause:ident),*], $allowed:literal;)*) => {
        /// An open point: something the documents do not settle. How an implementation settles it is reported, never
        /// failed.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Reading {
            $(
                #[doc = $allowed]
                $variant,
            )*
        }

        impl Reading {
            /// Every open point.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The slug that files and reports use.
            pub fn id(self) -> &'static str {
                match self {
                    $(Self::$variant => $id,)*
                }
            }

            /// What is allowed.
            pub fn allowed(self) -> &'static str {
                match self {
                    $(Self::$variant => $allowed,)*
                }
            }

            /// The clauses that are broken by what lies beyond.
            pub fn beyond(self) -> &'static [Clause] {
                match self {
                    $(Self::$variant => &[$(Clause::$clause),*],)*
                }
            }
        }
    };
}

readings! {
    CheckOrder => "check-order", [MessageEmpty, MessageRepeat, MessageOneActive, MessageNoChat],
        "an update with several faults is refused for any one of them";
    RepeatNamed => "repeat-named", [MessageRepeat],
        "with several repeated texts, the refusal names any of them";
    RepeatQuoting => "repeat-quoting", [MessageRepeat],
        "the repeated text stands between the quotation marks verbatim, or in any JSON string encoding";
    TrimSet => "trim-set", [TrimFirst, InnerTextKept],
        "space, tab, LF and CR go from the ends of a text; other white space and C0 controls may go or stay";
    ExtraField => "extra-field", [ItemShape],
        "an update with an item field beyond text and state is refused, or recorded without the field";
    ExtraArgument => "extra-argument", [ValidRecorded],
        "a field beside the list is ignored, or the update is refused";
    Malformed => "malformed", [StateEveryItem, ThreeStates, ItemShape],
        "arguments of the wrong shape and states that are none of the three are refused, in any words that begin with `Error:` \
         and tell no rule that is not broken";
    EncodedList => "encoded-list", [WholeList],
        "a text that holds the arguments, the list or an item as JSON, or one object in the list's place, is refused, or taken for \
         the whole list it stands for";
    InnerLineBreak => "inner-line-break", [InnerTextKept],
        "a text with a line break inside is recorded as it is, or refused";
    CanonicalText => "canonical-text", [ExactText],
        "texts that are equal only after Unicode normalization count as the same or as different, and are recorded as sent";
    RowText => "row-text", [RowHoldsList],
        "a row shows the texts as sent or as recorded, and keeps doing so";
    RefusedRow => "refused-row", [RefusalRecordsNothing],
        "a chat may show a refused call in some other way; the rows are the recorded updates alone";
    Nothing => "nothing", [PlanNoneBeforeFirst, PlanClearsNextTurn],
        "where there is nothing to show, list and plan are null or empty";
    BetweenTurns => "between-turns", [],
        "an update while no turn is open is recorded or refused, and shown or not until the next update or turn";
    ReopenMidTurn => "reopen-mid-turn", [],
        "after a chat is reopened in an open turn, the plan shows until the next turn or does not";
    SizeLimits => "size-limits", [ValidRecorded, InnerTextKept],
        "more than 1,000 items, texts of more than 10,000 characters and U+0000 inside a text may be refused, never cut";
}

impl Reading {
    /// Finds an open point by its slug.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|reading| reading.id() == id)
    }
}

impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}
