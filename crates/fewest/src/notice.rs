//! Remarks to the user that are not part of an answer.

use std::fmt;
use std::sync::Arc;

/// Receives remarks that are not part of an answer, such as that a damaged table is rebuilt. The
/// default receiver ignores all remarks.
#[derive(Clone, Default)]
pub struct Notice(Option<Arc<Tell>>);

type Tell = dyn Fn(&str) + Send + Sync;

impl Notice {
    /// Makes a receiver that calls `tell` with each remark. The calls may come from any thread.
    pub fn new(tell: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(tell)))
    }

    /// Passes on a remark.
    pub fn tell(&self, remark: &str) {
        if let Some(tell) = &self.0 {
            tell(remark);
        }
    }
}

impl fmt::Debug for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Notice" } else { "Nobody" })
    }
}

impl PartialEq for Notice {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (one, other) => one.is_none() && other.is_none(),
        }
    }
}

impl Eq for Notice {}
