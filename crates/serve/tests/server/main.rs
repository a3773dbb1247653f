//! The server over real connections.

mod access;
mod answers;
mod client;
mod hostile;
mod searches;
