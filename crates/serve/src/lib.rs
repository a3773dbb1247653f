//! The server behind `fewest serve`: it serves a page to the browsers of one person or of a few
//! people.
//!
//! [`Server::bind`] opens the port, and [`Server::run`] answers requests until the process ends.
//! The program contains everything that the page needs: the server reads no files, and the page
//! calls no other server.
//!
//! | module | does |
//! | --- | --- |
//! | `server` | the port, the runtime, the routes |
//! | `guard` | refuses other sites, strangers and other hosts; the security headers |
//! | `jobs` | how many requests compute at once, cancellation, panics |
//! | `events` | the answer of a long request as server-sent events |
//! | [`api`] | what a request asks, as JSON, and its answer, without HTTP |
//! | `assets` | the files of the page |

pub mod api;
mod assets;
mod events;
mod guard;
mod jobs;
mod options;
mod server;

pub use options::{PuzzleText, ServeOptions};
pub use server::{ServeError, Server};
