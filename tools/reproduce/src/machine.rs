//! The machine on which the figures were measured.

use cubepdb_cli::provenance::{COMMIT, lanes, processor};
use std::fs;
use std::thread::available_parallelism;

/// Properties of the machine and of the program, by name.
pub fn described() -> Vec<(&'static str, String)> {
    let read = |path| fs::read_to_string(path).unwrap_or_default();
    let unknown = || "unknown".to_owned();
    let memory = field(&read("/proc/meminfo"), "MemTotal").and_then(|kib| {
        let kib: f64 = kib.split(' ').next()?.parse().ok()?;
        Some(format!("{:.0} GiB", kib / f64::from(1 << 20)))
    });
    let release = read("/proc/sys/kernel/osrelease");
    let load = read("/proc/loadavg");
    vec![
        ("processor", processor().map_or_else(unknown, str::to_owned)),
        ("vector lanes", lanes().to_owned()),
        ("cores for this program", available_parallelism().map_or_else(|_| unknown(), |cores| cores.to_string())),
        ("memory", memory.unwrap_or_else(unknown)),
        ("system", format!("{} {} {}", std::env::consts::OS, release.trim(), std::env::consts::ARCH)),
        (
            "load when it began",
            load.split(' ').next().filter(|load| !load.is_empty()).map_or_else(unknown, str::to_owned),
        ),
        ("program", format!("{} {}", env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))),
        ("commit", COMMIT.map_or_else(unknown, str::to_owned)),
        ("command line", std::env::args().collect::<Vec<_>>().join(" ")),
        ("built", if cfg!(debug_assertions) { "with checks: the times mean nothing" } else { "optimised" }.to_owned()),
    ]
}

/// The value of `name : value` in the first line that has it.
fn field(text: &str, name: &str) -> Option<String> {
    let of_line = |line: &str| {
        let (key, value) = line.split_once(':')?;
        (key.trim() == name).then(|| value.trim().to_owned())
    };
    text.lines().find_map(of_line)
}
