//! The build and the machine, for records and reports.

use cubepdb::record::ProvenanceRecord;
use std::collections::BTreeMap;
use std::sync::OnceLock;
use std::{env, fs};

/// The commit that a release build was made of, if it is known.
pub const COMMIT: Option<&str> = option_env!("CUBEPDB_COMMIT");

/// The vector instructions that searches use.
pub fn lanes() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    {
        use cubepdb::internals::cube::{Avx2, Avx512};
        if Avx512::detect().is_some() {
            return "AVX-512";
        }
        if Avx2::detect().is_some() {
            return "AVX2";
        }
    }
    "portable"
}

/// The name of the processor, where the system tells it.
pub fn processor() -> Option<&'static str> {
    static NAME: OnceLock<Option<String>> = OnceLock::new();
    let read = || {
        let cpuinfo = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let (_, name) = cpuinfo.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'))?;
        Some(name.trim().to_owned())
    };
    NAME.get_or_init(read).as_deref()
}

/// This program on this machine, with the checksums of tables by their names.
pub fn provenance(checksums: BTreeMap<String, String>) -> ProvenanceRecord {
    ProvenanceRecord {
        commit: COMMIT.map(str::to_owned),
        processor: processor().map(str::to_owned),
        lanes: lanes(),
        command: env::args_os().map(|word| word.to_string_lossy().into_owned()).collect(),
        checksums,
    }
}
