//! The processes among which a space is divided, in a program without the feature `cluster`: there
//! are none.

use fewest::SpaceError;
use fewest_rules::Limits;
use fewest_tables::Peers;

use crate::args::TeamArgs;
use crate::exit::Failure;
use crate::session::Session;

/// Several processes; no value of this type exists.
pub(crate) enum Team {}

impl Team {
    /// Returns `None`.
    ///
    /// # Errors
    /// The arguments ask for other processes.
    pub(crate) fn new(
        args: &TeamArgs,
        _: bool,
        _: bool,
        _: &mut Session,
    ) -> Result<Option<Self>, Failure> {
        match args.processes.is_some() || args.hosts.is_some() {
            true => Err(Failure::usage(
                "this program was built without its feature cluster".to_owned(),
            )),
            false => Ok(None),
        }
    }

    pub(crate) fn answers(&self) -> bool {
        match *self {}
    }

    pub(crate) fn has_hosts(&self) -> bool {
        match *self {}
    }

    pub(crate) fn together<T>(
        &self,
        _: &Limits,
        _: impl FnOnce(&mut dyn Peers) -> Result<T, SpaceError>,
    ) -> Result<T, SpaceError> {
        match *self {}
    }
}
