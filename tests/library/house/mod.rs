//! Rules of the house: how comments open and where they end, paths that documents name, and files that use each other.

mod circles;

use circles::circles;
use cubepdb_testing::root;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const MARGIN: usize = 120;

/// The files of the checkout with this extension, or all of them, without those that builds leave behind.
fn files(extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut directories = vec![root().to_path_buf()];
    while let Some(directory) = directories.pop() {
        for entry in std::fs::read_dir(directory).expect("a readable directory").flatten() {
            let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                if !name.starts_with('.') && !matches!(&*name, "target" | "node_modules" | "pkg" | "shared") {
                    directories.push(path);
                }
            } else if extension.is_empty() || path.extension().is_some_and(|found| found == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Doc comments that open with a question word, and comment lines past the margin: the number of each line, and its
/// fault.
fn comment_faults(text: &str) -> Vec<(usize, &'static str)> {
    let mut faults = Vec::new();
    let mut within_doc = false;
    for (number, line) in (1..).zip(text.lines()) {
        let comment = line.trim_start();
        let doc = comment.strip_prefix("/// ").or_else(|| comment.strip_prefix("//! "));
        let opening = doc.and_then(|doc| doc.split(|c: char| !c.is_alphabetic()).next());
        if !within_doc && opening.is_some_and(|word| ["What", "Whether", "Who", "How"].contains(&word)) {
            faults.push((number, "opens with a question word: say what the item is or does"));
        }
        if comment.starts_with("//") && line.chars().count() > MARGIN {
            faults.push((number, "passes the margin"));
        }
        within_doc = doc.is_some() || matches!(comment, "///" | "//!");
    }
    faults
}

/// The words of a document that name files or directories of the checkout, as far as their form tells.
fn named_paths(document: &str, names: &BTreeSet<String>) -> Vec<String> {
    let words = document.split(|c: char| c.is_whitespace() || "`()[]|#\"".contains(c));
    let words = words.map(|word| word.trim_start_matches("../").trim_end_matches(['.', ',', ':', ';', '/']));
    let words = words.filter(|word| {
        let is_file = [".rs", ".md", ".sh"].iter().any(|extension| word.ends_with(extension));
        let top = word.split('/').next().unwrap_or_default();
        (is_file || word.contains('/') && names.contains(top)) && word.starts_with(|c: char| c.is_alphanumeric())
    });
    // Tables are not in the repository.
    let words = words.filter(|word| !word.contains([':', '*', '$', '<']) && !word.ends_with(".pdb"));
    words.flat_map(spread).collect()
}

/// `a/{b,c}.rs` as `a/b.rs` and `a/c.rs`. A part in capitals, such as `NAME`, stands for any name, and ends the path.
fn spread(path: &str) -> Vec<String> {
    let parts = path.split('/').take_while(|part| !["NAME", "NAME.rs", "NAME.rules"].contains(part));
    let path = parts.collect::<Vec<_>>().join("/");
    match path.split_once('{').and_then(|(start, rest)| Some((start, rest.split_once('}')?))) {
        Some((start, (names, end))) => names.split(',').map(|name| format!("{start}{name}{end}")).collect(),
        None => vec![path],
    }
}

/// Fails with all faults, one a line, or if the file that has to be among those examined is not.
fn expect_none(faults: Vec<String>, examined: &[PathBuf], among: &str) {
    assert!(examined.contains(&root().join(among)), "{among} is not examined");
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn comments_open_with_a_statement_and_end_at_the_margin() {
    let files = files("rs");
    let faults = files.iter().flat_map(|path| {
        let shown = path.strip_prefix(root()).unwrap_or(path).display().to_string();
        let faults = comment_faults(&read(path)).into_iter();
        faults.map(move |(line, fault)| format!("{shown}:{line}: {fault}")).collect::<Vec<_>>()
    });
    expect_none(faults.collect(), &files, "src/lib.rs");
}

#[test]
fn faults_of_comments_are_found() {
    let long = format!("// {}", "long ".repeat(30));
    let text = format!(
        "/// Whether it is.\n/// How it is.\nfn a() {{}}\n    /// A thing.\n    /// What follows is fine.\n{long}\n"
    );
    let lines = comment_faults(&text).into_iter().map(|(line, _)| line).collect::<Vec<_>>();
    assert_eq!(lines, [1, 6]);
}

/// The ends of a path: itself, and what is left without its first directories.
fn ends(path: &Path) -> Vec<String> {
    let path = path.strip_prefix(root()).unwrap_or(path).display().to_string().replace('\\', "/");
    path.match_indices('/').map(|(at, _)| path[at + 1..].to_owned()).chain([path.clone()]).collect()
}

#[test]
fn documents_name_files_that_exist() {
    let all = files("");
    let directories = all.iter().flat_map(|path| path.ancestors().skip(1)).filter(|path| path.starts_with(root()));
    let known = directories.chain(all.iter().map(|path| &**path)).flat_map(ends).collect::<BTreeSet<_>>();
    let is_examined = |path: &Path| path.parent() == Some(root()) || path.parent() == Some(&root().join("docs"));
    let is_document = |path: &&PathBuf| path.extension().is_some_and(|end| end == "md") && is_examined(path);
    let documents: Vec<_> = all.iter().filter(is_document).cloned().collect();
    let faults = documents.iter().flat_map(|document| {
        let is_known = |path: &String| known.contains(path) || known.contains(&format!("{path}.rs"));
        let missing = named_paths(&read(document), &known).into_iter().filter(|path| !is_known(path));
        missing.map(|path| format!("{}: {path} does not exist", document.display())).collect::<Vec<_>>()
    });
    expect_none(faults.collect(), &documents, "ARCHITECTURE.md");
}

#[test]
fn paths_in_documents_are_found() {
    let known = BTreeSet::from(["src".to_owned()]);
    let found = named_paths("in `src/{a,b}.rs`, [c](../C.md#d). `src/e/NAME.rs` 1/2 and/or `x::y`", &known);
    assert_eq!(found, ["src/a.rs", "src/b.rs", "C.md", "src/e"]);
}

#[test]
fn no_files_use_each_other() {
    let mut roots = files("rs");
    roots.retain(|path| path.ends_with("src/lib.rs") || path.ends_with("main.rs"));
    let read = |path: &Path| std::fs::read_to_string(path).ok();
    let faults = roots.iter().flat_map(|path| circles(path, &read));
    expect_none(faults.map(|circle| format!("use each other: {circle:?}")).collect(), &roots, "src/lib.rs");
}

#[test]
fn circles_of_files_are_found() {
    let circles = |files: &[(&str, &str)]| {
        let read = |path: &Path| {
            let file = files.iter().find(|(name, _)| Path::new(name) == path);
            file.map(|(_, text)| (*text).to_owned())
        };
        circles(Path::new("src/lib.rs"), &read).into_iter().flatten().collect::<Vec<_>>()
    };
    let (a, b) = (PathBuf::from("src/a.rs"), PathBuf::from("src/b/mod.rs"));
    let root = ("src/lib.rs", "mod a;\npub mod b;\npub use a::A;");
    let declared = ("src/a.rs", "use crate::b::{self, Other as B};\npub struct A(B);");
    assert_eq!(circles(&[root, declared, ("src/b/mod.rs", "use super::A;")]), [a.clone(), b.clone()], "handed on");
    assert_eq!(circles(&[root, declared, ("src/b/mod.rs", "fn f() -> crate::a::A {}")]), [a, b], "a path in code");
    assert!(circles(&[root, declared, ("src/b/mod.rs", "// crate::a::A\npub(crate) use crate::a::A;")]).is_empty());
    let (below, child) = (("src/b/mod.rs", "mod c;\nuse c::C;"), ("src/b/c.rs", "use super::B;\nuse crate::a::A;"));
    assert!(circles(&[root, ("src/a.rs", ""), below, child]).is_empty(), "a module and those around it");
}
