use super::{Implementation, Trouble};
use crate::trace::log::Unanswered;
use crate::trace::{Action, Answer, Hello};

/// An implementation whose every answer somebody hears.
pub struct Recorded<'a, F> {
    implementation: &'a mut dyn Implementation,
    hear: F,
}

impl<'a, F: FnMut(&Action, &mut dyn FnMut() -> Result<Answer, Trouble>) -> Result<Answer, Trouble>> Recorded<'a, F> {
    /// `hear` is given what is asked, and asks for it.
    pub fn new(implementation: &'a mut dyn Implementation, hear: F) -> Self {
        Self { implementation, hear }
    }
}

impl<F: FnMut(&Action, &mut dyn FnMut() -> Result<Answer, Trouble>) -> Result<Answer, Trouble>> Implementation
    for Recorded<'_, F>
{
    fn hello(&mut self) -> Result<Hello, Trouble> {
        self.implementation.hello()
    }

    fn perform(&mut self, action: &Action) -> Result<Answer, Trouble> {
        let implementation = &mut *self.implementation;
        (self.hear)(action, &mut || implementation.perform(action))
    }
}

impl From<&Trouble> for Unanswered {
    fn from(trouble: &Trouble) -> Self {
        Self {
            reason: trouble.to_string(),
            blame: trouble.blame().name().to_owned(),
            ended: trouble.ends_the_process(),
        }
    }
}
