//! Circles of files, found from the paths in `use` declarations and in code.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

type Name = Vec<String>;
/// The text of a file, if it exists.
pub type Read<'a> = &'a dyn Fn(&Path) -> Option<String>;

/// A module: its file, the modules declared in it, its `use` declarations by name, and the paths that its code takes.
struct Module {
    file: PathBuf,
    children: BTreeSet<String>,
    names: BTreeMap<String, Name>,
    paths: Vec<Name>,
}

/// Groups of files of one crate that use each other. A module is one with the modules around it: that it uses them, and
/// that they declare it or hand its names on, does not count.
pub fn circles(root_file: &Path, read: Read) -> Vec<BTreeSet<PathBuf>> {
    let mut modules = BTreeMap::new();
    let directory = root_file.parent().expect("a file in a directory");
    read_module(&[], root_file, directory, read, &mut modules);
    let mut reached = BTreeMap::<&Path, BTreeSet<&Path>>::new();
    for (name, module) in &modules {
        let used = module.paths.iter().filter_map(|path| defined_in(name, path, &modules, 0));
        let used = used.filter(|used| !name.starts_with(used)).map(|used| &*modules[&used].file);
        reached.entry(&module.file).or_default().extend(used);
    }
    loop {
        let before = reached.values().map(BTreeSet::len).sum::<usize>();
        for file in reached.keys().copied().collect::<Vec<_>>() {
            let further =
                reached[file].iter().filter_map(|next| reached.get(next)).flatten().copied().collect::<Vec<_>>();
            reached.entry(file).or_default().extend(further);
        }
        if reached.values().map(BTreeSet::len).sum::<usize>() == before {
            break;
        }
    }
    let in_circles = reached.iter().filter(|(file, all)| all.contains(*file));
    let groups = in_circles.map(|(file, all)| {
        all.iter()
            .filter(|other| reached.get(*other).is_some_and(|back| back.contains(file)))
            .map(|path| path.to_path_buf())
            .collect()
    });
    groups.collect::<BTreeSet<_>>().into_iter().collect()
}

/// The module that defines what a path in another means, if it is one of the crate's.
fn defined_in(module: &[String], path: &[String], modules: &BTreeMap<Name, Module>, depth: usize) -> Option<Name> {
    let (mut at, mut rest) = (module.to_vec(), path);
    while let Some((first, others)) = rest.split_first() {
        match first.as_str() {
            "crate" => at.clear(),
            "self" => {}
            "super" => drop(at.pop()),
            name => match modules[&at].names.get(name) {
                _ if modules[&at].children.contains(name) => at.push(name.to_owned()),
                Some(named) if named != path && depth < 16 => {
                    return defined_in(&at, &[named, others].concat(), modules, depth + 1);
                }
                _ if rest.len() == path.len() => return None,
                _ => break,
            },
        }
        rest = others;
    }
    Some(at)
}

/// Reads a module and those that it declares, whose files are in `directory`.
fn read_module(name: &[String], file: &Path, directory: &Path, read: Read, modules: &mut BTreeMap<Name, Module>) {
    let text = read(file).unwrap_or_default();
    let mut module =
        Module { file: file.to_path_buf(), children: BTreeSet::new(), names: BTreeMap::new(), paths: Vec::new() };
    let (mut inline, mut at_path, mut declaration) = (false, None, String::new());
    for line in text.lines().map(without_comment) {
        inline = (inline || line.starts_with("mod ") && line.ends_with('{')) && line != "}";
        let line = if inline { line.replace("super::", "self::") } else { line.to_owned() };
        let item = line.trim();
        let private = ["pub(crate) ", "pub(super) ", "pub "].iter().find_map(|public| item.strip_prefix(public));
        if let Some(path) = item.strip_prefix("#[path = \"") {
            at_path = path.split('"').next().map(|path| file.with_file_name(path));
        } else if let Some(child) = private.unwrap_or(item).strip_prefix("mod ").and_then(|rest| rest.strip_suffix(';'))
        {
            let usual = [directory.join(format!("{child}.rs")), directory.join(child).join("mod.rs")];
            let usual = usual.into_iter().find(|path| read(path).is_some());
            if let Some(found) = at_path.take().or(usual) {
                let below = if found.ends_with("mod.rs") { found.with_file_name("") } else { found.with_extension("") };
                module.children.insert(child.to_owned());
                read_module(&[name, &[child.to_owned()]].concat(), &found, &below, read, modules);
            }
        } else if private.unwrap_or(item).starts_with("use ") || !declaration.is_empty() {
            declaration += item;
            if let Some(whole) = declaration.strip_suffix(';') {
                let (before, tree) = whole.split_once("use ").expect("a use declaration");
                for (short, path) in use_tree(tree, &[]) {
                    if before.is_empty() {
                        module.paths.push(path.clone());
                    }
                    module.names.entry(short).or_insert(path);
                }
                declaration.clear();
            }
        } else {
            let in_code = line.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'));
            module.paths.extend(in_code.filter(|path| path.contains("::")).map(segments));
        }
    }
    // A name from another module that the code has in a path was counted where it is declared.
    module.paths.retain(|path| path.len() > 1);
    modules.insert(name.to_vec(), module);
}

fn without_comment(line: &str) -> &str {
    match line.find("//") {
        Some(at) if line[..at].matches('"').count().is_multiple_of(2) => line[..at].trim_end(),
        _ => line,
    }
}

/// The paths of a tree such as `a::{b, c::d as e}`, each with its short name.
fn use_tree(tree: &str, before: &[String]) -> Vec<(String, Name)> {
    let Some((start, inner)) = tree.split_once('{') else {
        let (path, short) = tree.split_once(" as ").unwrap_or((tree, ""));
        let mut path = [before, &segments(path)].concat();
        path.pop_if(|last| last == "self" && !before.is_empty());
        let Some(last) = path.last() else { return Vec::new() };
        return vec![(if short.is_empty() { last.clone() } else { short.trim().to_owned() }, path)];
    };
    let (before, mut depth) = ([before, &segments(start)].concat(), 0);
    let inner = inner.trim_end().strip_suffix('}').unwrap_or(inner);
    let branches = inner.split(|character| {
        depth += i32::from(character == '{') - i32::from(character == '}');
        character == ',' && depth == 0
    });
    branches.flat_map(|branch| use_tree(branch, &before)).collect()
}

fn segments(path: &str) -> Name {
    path.split("::").map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned).collect()
}
