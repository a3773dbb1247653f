//! Reads the file with the addresses of the processes.

/// Why a hosts file was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HostsError {
    /// A line is not an address.
    #[error("line {line} is not HOST:PORT: {text}")]
    NotAnAddress {
        /// The number of the line, from 1.
        line: usize,
        /// The text of the line.
        text: String,
    },
    /// Two lines are the same.
    #[error("lines {first} and {second} are the same address: {text}")]
    Duplicate {
        /// The number of the first of the two equal lines. The first line of the file has the
        /// number 1.
        first: usize,
        /// The number of the second of the two equal lines.
        second: usize,
        /// The text of both lines.
        text: String,
    },
    /// The hosts file has too few lines.
    #[error("it has {lines} lines, so there is no host {host}; the first line is host 0")]
    Missing {
        /// The number of lines of the hosts file.
        lines: usize,
        /// The number of the host that the file should name. The first line is host 0.
        host: usize,
    },
    /// The file names more hosts than can work together.
    #[error("it has more than {MOST_HOSTS} lines")]
    TooMany,
}

/// At most this many processes can work together. Every two processes have a connection, and a
/// process has several threads for each of its connections.
const MOST_HOSTS: usize = 1024;

/// Reads the addresses of all processes from `text`, which has one address `HOST:PORT` a line. Line
/// 1 is the address of process 0.
///
/// # Errors
/// A line is not an address, two lines are the same, or there is no line for the process `host`.
pub fn read_hosts(text: &str, host: usize) -> Result<Vec<String>, HostsError> {
    let mut addresses: Vec<String> = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let text = text.trim();
        let port = text.rsplit_once(':');
        let port = port.filter(|(name, _)| !name.is_empty() && !text.contains(char::is_whitespace));
        let port = port.and_then(|(_, port)| port.parse::<u16>().ok());
        if port.is_none_or(|port| port == 0) {
            let text = match text {
                "" => "it is empty".to_owned(),
                text => text.chars().take(80).collect(),
            };
            return Err(HostsError::NotAnAddress { line, text });
        }
        let address = text.to_lowercase();
        if let Some(first) = addresses.iter().position(|other| *other == address) {
            return Err(HostsError::Duplicate {
                first: first + 1,
                second: line,
                text: address,
            });
        }
        if addresses.len() == MOST_HOSTS {
            return Err(HostsError::TooMany);
        }
        addresses.push(address);
    }
    match addresses.len() {
        lines if host >= lines => Err(HostsError::Missing { lines, host }),
        _ => Ok(addresses),
    }
}
