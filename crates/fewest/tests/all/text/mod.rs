//! The texts that people see.

mod diagnoses;
mod printable;
