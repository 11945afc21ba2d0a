//! What the suite's verdicts are worth: the suite proved on implementations that are wrong on purpose.
//!
//! [`measure`] runs the suite and the explorer against every fault, every rightful variant and every control. [`diagnose`]
//! says which fault an implementation behaves exactly like.

mod diagnosis;
mod measurement;
mod score;
mod table;

pub use diagnosis::{Diagnosis, diagnose};
pub use measurement::{ControlResult, FaultResult, Kill, Measurement, VariantResult, measure};
pub use score::score;
pub use table::{json, table};
