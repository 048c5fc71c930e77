//! The places of tables.

use super::TableSpec;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The user's directory for default tables, for those of questions and for learned automata: `$CUBEPDB_CACHE`, if it is
/// set, or `cubepdb` in `$XDG_CACHE_HOME`, if that is an absolute path, or where the system keeps caches: `~/.cache`,
/// `~/Library/Caches` on macOS, `%LOCALAPPDATA%` on Windows. `None` if there is no home, or its name is empty. The
/// directory need not exist.
pub fn cache_directory() -> Option<PathBuf> {
    let own = env::var_os("CUBEPDB_CACHE").filter(|directory| !directory.is_empty());
    own.map(PathBuf::from).or_else(|| cache_within(env::var_os("XDG_CACHE_HOME"), env::var_os(HOME), CACHES))
}

/// The variable that names the home of caches, and their directory in it.
const HOME: &str = if cfg!(windows) { "LOCALAPPDATA" } else { "HOME" };
const CACHES: &str = match () {
    () if cfg!(windows) => "",
    () if cfg!(target_os = "macos") => "Library/Caches",
    () => ".cache",
};

fn cache_within(cache: Option<OsString>, home: Option<OsString>, caches: &str) -> Option<PathBuf> {
    let of_caches = cache.map(PathBuf::from).filter(|path| path.is_absolute());
    let home = home.filter(|home| !home.is_empty());
    let base = of_caches.or_else(|| home.map(|home| PathBuf::from(home).join(caches)))?;
    Some(base.join("cubepdb"))
}

/// The usual path of a table in a directory: its [name](TableSpec::name), and `.pdb`.
pub fn table_path(spec: &TableSpec, directory: &Path) -> PathBuf {
    directory.join(format!("{}.pdb", spec.name()))
}

/// Lists all entries of a directory with a table's suffix, `.pdb` or `.pdb.zst`, sorted by name. Names that begin with
/// a dot, such as those of unfinished files, are left out.
///
/// # Errors
/// If the directory cannot be read.
pub fn table_files(directory: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if !name.starts_with('.') && (name.ends_with(".pdb") || name.ends_with(".pdb.zst")) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::Metric;
    use crate::pdb::Pattern;

    #[test]
    fn the_cache_is_where_the_environment_says() {
        let cache = |cache: &str, home: &str| {
            let given = |text: &str| (!text.is_empty()).then(|| OsString::from(text));
            cache_within(given(cache), given(home), ".cache")
        };
        assert_eq!(cache("/caches", "/home/me"), Some("/caches/cubepdb".into()));
        assert_eq!(cache("", "/home/me"), Some("/home/me/.cache/cubepdb".into()));
        assert_eq!(cache("relative", "/home/me"), Some("/home/me/.cache/cubepdb".into()));
        assert_eq!(cache("relative", ""), None);
        assert_eq!(cache_within(None, Some("".into()), ".cache"), None, "no home, though it is set");
        assert_eq!(cache_within(None, Some("/local".into()), ""), Some("/local/cubepdb".into()));
    }

    #[test]
    fn tables_are_found_by_their_names() {
        let directory = tempfile::tempdir().unwrap();
        let corners = TableSpec::new(Pattern::Corners, Metric::QuarterTurn);
        let path = table_path(&corners, directory.path());
        assert_eq!(path.file_name().unwrap(), "corners-qtm.pdb");
        let compressed = directory.path().join("a.pdb.zst");
        for path in [&path, &compressed, &directory.path().join(".b.pdb"), &directory.path().join("c.pdb.part")] {
            fs::write(path, "").unwrap();
        }
        assert_eq!(table_files(directory.path()).unwrap(), [compressed, path]);
        assert!(table_files(&directory.path().join("none")).is_err());
    }
}
