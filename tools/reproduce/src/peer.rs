//! Solvers to compare with `solve`.

use crate::common::units::parse_size;
use std::str::FromStr;

/// A solver to compare: a command of the shell, which finds the cube in the variable `MOVES` and as a line of its
/// standard input, and the number of threads to use in `THREADS`. Any line of its output may have the solution.
#[derive(Clone, Debug, PartialEq)]
pub struct Peer {
    pub name: String,
    /// Bytes of its tables.
    pub bytes: u64,
    pub command: String,
}

impl FromStr for Peer {
    type Err = String;

    /// Reads `NAME:SIZE=COMMAND`.
    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('=').and_then(|(head, command)| Some((head.rsplit_once(':')?, command)));
        let ((name, bytes), command) = parts.ok_or("write NAME:SIZE=COMMAND, such as `nissy h48h3:241M=./run …`")?;
        let [name, command] = [name, command].map(|part| part.trim().to_owned());
        if name.is_empty() || command.is_empty() {
            return Err("the name and the command must not be empty".to_owned());
        }
        Ok(Self { name, bytes: parse_size(bytes)?, command })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_peer_has_a_name_a_size_and_a_command() {
        let peer: Peer = "nissy h48h3: x:241M=cd a && ./run -moves \"$MOVES\" b=c".parse().unwrap();
        assert_eq!((peer.name.as_str(), peer.bytes), ("nissy h48h3: x", 241 << 20));
        assert_eq!(peer.command, "cd a && ./run -moves \"$MOVES\" b=c");
        for wrong in ["nissy", "nissy=./run", "nissy:big=./run", ":1M=./run", "nissy:1M= "] {
            assert!(wrong.parse::<Peer>().is_err(), "{wrong}");
        }
    }
}
