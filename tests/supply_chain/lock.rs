//! `Cargo.lock`, as much of it as matters here.

use std::cmp::Ordering;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

/// A package of a lock file.
#[derive(Clone, Debug)]
pub struct Locked {
    pub name: String,
    pub version: Version,
    /// Where it comes from; `None` for packages of this repository.
    pub source: Option<String>,
    pub checksum: Option<String>,
}

/// The lock files of this repository: that of the library and the programs, and those of the packages around it.
pub fn lock_files(repository: &Path) -> Vec<(PathBuf, Vec<Locked>)> {
    let packages = ["", "python", "fuzz"].map(|directory| repository.join(directory)).into_iter();
    let present = packages.filter(|directory| directory.join("Cargo.toml").exists());
    present
        .map(|directory| {
            let path = directory.join("Cargo.lock");
            let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            (path, packages_of(&text))
        })
        .collect()
}

fn packages_of(text: &str) -> Vec<Locked> {
    let field = |block: &str, key: &str| {
        let value = block.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = \"")?.strip_suffix('"'));
        value.map(str::to_owned)
    };
    let blocks = text.split("[[package]]\n").skip(1);
    blocks
        .map(|block| Locked {
            name: field(block, "name").expect("a name"),
            version: Version::parse(&field(block, "version").expect("a version")),
            source: field(block, "source"),
            checksum: field(block, "checksum"),
        })
        .collect()
}

/// A version: three numbers, and what may stand behind them. `1.89` is `1.89.0`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    numbers: [u64; 3],
    pre_release: Option<String>,
}

impl Version {
    pub fn parse(text: &str) -> Self {
        let released = text.split_once('+').map_or(text, |(before, _)| before);
        let (numbers, pre_release) = released.split_once('-').map_or((released, None), |(n, pre)| (n, Some(pre)));
        let mut parts = numbers.split('.').map(|part| part.parse().unwrap_or_else(|_| panic!("no version: {text}")));
        Self {
            numbers: std::array::from_fn(|_| parts.next().unwrap_or(0)),
            pre_release: pre_release.map(str::to_owned),
        }
    }

    pub fn is_pre_release(&self) -> bool {
        self.pre_release.is_some()
    }

    /// What is equal for versions that go together.
    pub fn family(&self) -> String {
        match self.numbers {
            [0, 0, patch] => format!("0.0.{patch}"),
            [0, minor, _] => format!("0.{minor}"),
            [major, ..] => major.to_string(),
        }
    }
}

impl PartialOrd for Version {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        (self.numbers != other.numbers || self.pre_release == other.pre_release)
            .then(|| self.numbers.cmp(&other.numbers))
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [major, minor, patch] = self.numbers;
        write!(f, "{major}.{minor}.{patch}")?;
        self.pre_release.iter().try_for_each(|pre_release| write!(f, "-{pre_release}"))
    }
}

#[test]
fn versions_are_compared_by_their_numbers() {
    let version = Version::parse;
    assert!(version("0.9.12") > version("0.9.9") && version("1.89") == version("1.89.0"));
    assert!(version("2.0.16+zstd.1.5.7") >= version("2.0.16"));
    assert!(version("1.0.0-rc.1").is_pre_release() && !version("1.0.0+a-b").is_pre_release());
    assert_eq!(["1.2.3", "0.9.12", "0.0.4"].map(|text| version(text).family()), ["1", "0.9", "0.0.4"]);
}

#[test]
fn packages_are_read_with_all_that_matters() {
    let text = "version = 4\n\n[[package]]\nname = \"a\"\nversion = \"1.2.3\"\n\n[[package]]\nname = \"b\"\nversion = \
                \"0.1.0\"\nsource = \"git+x\"\nchecksum = \"00\"\ndependencies = [\n \"a\",\n]\n";
    let [a, b] = &packages_of(text)[..] else { panic!("two packages") };
    assert_eq!((a.name.as_str(), &a.version, &a.source), ("a", &Version::parse("1.2.3"), &None));
    assert_eq!((b.source.as_deref(), b.checksum.as_deref()), (Some("git+x"), Some("00")));
}
