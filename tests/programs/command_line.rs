//! Command-line conventions: help texts whose examples work, completions, man pages, variables.

use crate::effort::is_full;
use crate::program::ended;
use crate::{fixtures, program};
use assert_cmd::Command;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::Duration;

/// The programs, with the paths of their commands.
const PROGRAMS: [(&str, &str, &[&str]); 2] = [
    (
        "solve",
        env!("CARGO_BIN_EXE_solve"),
        &[
            "",
            "check",
            "convert",
            "bench",
            "setup",
            "tables",
            "tables list",
            "tables verify",
            "tables remove",
            "doctor",
            "devices",
            "serve",
            "instances",
            "presets",
            "puzzles",
            "puzzles show",
            "goals",
            "cases",
            "scramble",
            "completions",
            "man",
        ],
    ),
    (
        "pdbgen",
        env!("CARGO_BIN_EXE_pdbgen"),
        &[
            "",
            "corners",
            "edges",
            "h48",
            "verify",
            "info",
            "dist",
            "distances",
            "pattern",
            "build",
            "compress",
            "decompress",
            "export",
            "list",
            "completions",
            "man",
        ],
    ),
];

/// Examples that are not run: their tables are larger than a test should build, or are not there, or their cubes too
/// hard, or they need a graphics card, or do not end.
const NOT_RUN: [&str; 17] = [
    "solve devices",
    "solve devices --json",
    "solve --backend gpu --device 0 \"R U F2\"",
    "solve serve --open",
    "solve serve --port 9000 --threads 4",
    "solve serve --listen 192.168.1.5",
    "solve instances nissy17 | solve bench --file - --summary",
    "solve setup --yes",
    "solve setup --level 8 --metric htm",
    "solve tables verify --full h48-3",
    "solve tables remove h48-3",
    "pdbgen build --puzzle megaminx --max-memory 4G -o megaminx",
    "pdbgen edges --pieces UR,UF,UL,UB,FR,FL -o databases/edge6a.pdb",
    "pdbgen edges --pieces UR,UF,UL,UB,FR,FL",
    "pdbgen edges --pieces all --metric qtm",
    "pdbgen h48 --level 3",
    "pdbgen h48 --level 6 --resume",
];

/// Examples that take from four seconds to half a minute each, and are run only where the whole matrices are. Other
/// tests ask for the same sets and measurements.
const SLOW: [&str; 6] = [
    "solve bench --limit",
    "solve bench --file cubes.txt --limit",
    "solve cases --set oll --all --sort",
    "solve cases --set oll --html oll.html",
    "solve cases --set oll --results oll.jsonl -o csv",
    "solve cases --set pll",
];

/// Examples with another exit status than 0.
const WRONG: [(&str, i32); 2] = [("solve check \"R U X\"", 3), ("solve setup", 2)];

fn command(program: &str) -> Command {
    let mut command = Command::from_std(program::plain(program));
    command.timeout(Duration::from_secs(300));
    command
}

fn solve(args: &[&str]) -> Command {
    let mut command = command(env!("CARGO_BIN_EXE_solve"));
    command.args(args).env("CUBEPDB_PDB", &*TABLES);
    command
}

fn ok(command: &mut Command) -> String {
    let (status, out, errors) = ended(command.output().unwrap());
    assert_eq!(status, 0, "{command:?}: {errors}");
    out
}

fn directory(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("command-line").join(name);
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).unwrap();
    directory
}

/// Small tables for both metrics.
static TABLES: LazyLock<PathBuf> = LazyLock::new(|| {
    let directory = directory("tables");
    let tables = [(fixtures::CORNERS, "corners-htm.pdb"), (fixtures::CORNERS_QTM, "corners-qtm.pdb")];
    fixtures::link(&directory, &tables);
    directory
});

/// The help of a command.
struct Help {
    program: &'static str,
    path: &'static str,
    form: &'static str,
    text: String,
}

static HELPS: LazyLock<Vec<Help>> = LazyLock::new(|| {
    let paths = PROGRAMS.iter().flat_map(|&(_, program, paths)| paths.iter().map(move |path| (program, *path)));
    let both = paths.flat_map(|(program, path)| ["--help", "-h"].map(|form| (program, path, form)));
    let asked = both.map(|(program, path, form)| {
        let text = ok(command(program).args(path.split_terminator(' ')).arg(form));
        Help { program, path, form, text }
    });
    asked.collect()
});

/// Lists and the ends of help texts, which are not broken into lines by the width of the terminal. Paths and facelets
/// are left whole.
#[test]
fn lists_and_examples_fit_a_narrow_terminal() {
    let is_wide =
        |line: &&str| line.chars().count() > 80 && ![" /", " UULUUF"].iter().any(|whole| line.contains(whole));
    for Help { program, path, form, text } in &*HELPS {
        let end = text.split_once("Examples:").map_or("", |(_, end)| end);
        let wide: Vec<&str> = end.lines().filter(is_wide).collect();
        assert!(wide.is_empty(), "{program} {path} {form}: {wide:#?}");
    }
    let [solve, pdbgen] = PROGRAMS.map(|(_, program, _)| program);
    for (program, list) in [(pdbgen, "list"), (solve, "presets"), (solve, "instances"), (solve, "doctor")] {
        let out = ok(command(program).arg(list));
        let wide: Vec<&str> = out.lines().filter(is_wide).collect();
        assert!(wide.is_empty(), "{list}: {wide:#?}");
    }
}

/// The commands below `Examples:` in a help text, without their descriptions.
fn examples(help: &str) -> Vec<String> {
    let Some((_, below)) = help.split_once("\nExamples:\n") else { return Vec::new() };
    let lines = below.lines().take_while(|line| line.starts_with("  "));
    let commands = lines.filter(|line| !line.starts_with("   ")).map(|line| line.trim().split("   ").next().unwrap());
    commands.map(|line| line.trim().to_owned()).collect()
}

#[test]
fn every_example_works_as_it_is_written() {
    let place = directory("examples");
    let mut tried = Vec::new();
    for Help { program, path, form, text } in &*HELPS {
        let (bin, name) = (Path::new(program).parent().unwrap(), Path::new(program).file_stem().unwrap());
        let (examples, name) = (examples(text), name.to_str().unwrap());
        assert!(!examples.is_empty() || !path.is_empty() || *form == "-h", "{name} {form} has examples");
        for example in examples.into_iter().filter(|example| !NOT_RUN.contains(&example.as_str())) {
            assert!(example.starts_with(&format!("{name} ")), "`{example}` in {name} {path} {form}");
            if tried.contains(&example) || !is_full() && SLOW.contains(&example.as_str()) {
                continue;
            }
            let mut shell = command("sh");
            shell.args(["-e", "-c", &example]).current_dir(&place).env("CUBEPDB_PDB", &*TABLES);
            shell.env("PATH", format!("{}:{}", bin.display(), std::env::var("PATH").unwrap()));
            let (status, _, errors) = ended(shell.output().unwrap());
            let expected = WRONG.iter().find(|(wrong, _)| *wrong == example).map_or(0, |(_, status)| *status);
            assert_eq!(status, expected, "`{example}` of {name} {path} {form}: {errors}");
            tried.push(example);
        }
    }
    for (wrong, _) in WRONG {
        assert!(tried.iter().any(|example| example == wrong), "`{wrong}` is no example any more");
    }
    assert!(tried.len() > 20, "{tried:?}");
}

#[test]
fn examples_that_are_not_run_are_still_in_the_help() {
    let all: Vec<String> = HELPS.iter().flat_map(|help| examples(&help.text)).collect();
    for large in NOT_RUN.iter().chain(&SLOW) {
        assert!(all.iter().any(|example| example == large), "`{large}` is no example any more");
    }
}

#[test]
fn help_fits_into_a_hundred_columns() {
    for Help { program, path, form, text } in &*HELPS {
        let longest = text.lines().max_by_key(|line| line.chars().count()).unwrap();
        assert!(longest.chars().count() <= 100, "{program} {path} {form}: {longest}");
        // A line wrapped after an example would be read as one.
        let below = text.split_once("\nExamples:\n").map_or("", |(_, below)| below);
        let block = below.split("\n\n").next().unwrap();
        assert!(block.lines().all(|line| line.starts_with("  ")), "{program} {path} {form}: {block}");
    }
}

/// The long names of the flags that a help text describes: those at the beginning of a line, after a short name or
/// none.
fn flags(help: &str) -> impl Iterator<Item = &str> {
    let described = help.lines().filter_map(|line| {
        let line = line.trim_start();
        let long =
            line.strip_prefix("--").or_else(|| line.get(2..)?.strip_prefix(", --").filter(|_| line.starts_with('-')));
        long?.split([' ', '=', '[', '.']).next()
    });
    described.filter(|name| !name.is_empty())
}

#[test]
fn every_shell_has_completions_for_every_command_and_flag() {
    for (name, program, _) in PROGRAMS {
        for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
            let script = ok(command(program).args(["completions", shell]));
            for Help { path, text, .. } in HELPS.iter().filter(|help| help.program == program && help.form == "--help")
            {
                for word in flags(text).chain(path.split_terminator(' ')).chain(["qtm"]) {
                    assert!(script.contains(word), "{word} of {name} {path} in the {shell} completions");
                }
            }
        }
    }
    let (status, _, errors) = ended(command(PROGRAMS[0].1).args(["completions", "dos"]).output().unwrap());
    assert!(status == 2 && errors.contains("powershell"), "{errors}");
}

/// Asks an installed shell, as a user would with the tabulator key.
#[test]
fn bash_completes() {
    if Command::new("bash").arg("--version").output().is_err() {
        return;
    }
    let script = directory("bash").join("solve.bash");
    fs::write(&script, ok(command(PROGRAMS[0].1).args(["completions", "bash"]))).unwrap();
    let complete = |words: &str| {
        let ask = format!(
            "source {}; COMP_WORDS=({words} ''); COMP_WORDS[-1]=${{COMP_WORDS[-2]}}; unset 'COMP_WORDS[-2]'; \
             COMP_WORDS=(\"${{COMP_WORDS[@]}}\"); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); \
             _solve solve \"${{COMP_WORDS[COMP_CWORD]}}\" \"${{COMP_WORDS[COMP_CWORD-1]}}\"; echo \"${{COMPREPLY[@]}}\"",
            script.display()
        );
        ok(command("bash").args(["-c", &ask])).trim().to_owned()
    };
    assert_eq!(complete("solve --metr"), "--metric");
    assert_eq!(complete("solve --metric q"), "qtm");
    assert_eq!(complete("solve scra"), "scramble");
    assert_eq!(complete("solve bench --expe"), "--expect");
}

#[test]
fn man_pages_have_all_sections_and_all_flags() {
    for (name, program, commands) in PROGRAMS {
        let place = directory(&format!("man-{name}"));
        ok(command(program).args(["man", "--dir"]).arg(&place));
        let mut pages: Vec<String> =
            fs::read_dir(&place).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        pages.sort();
        let page = |path: &&str| {
            if path.is_empty() { format!("{name}.1") } else { format!("{name}-{}.1", path.replace(' ', "-")) }
        };
        let mut expected: Vec<String> = commands.iter().map(page).collect();
        expected.sort();
        assert_eq!(pages, expected);
        let main = fs::read_to_string(place.join(format!("{name}.1"))).unwrap();
        assert_eq!(main, ok(command(program).arg("man")));
        for section in
            ["NAME", "SYNOPSIS", "DESCRIPTION", "SUBCOMMANDS", "OPTIONS", "EXAMPLES", "ENVIRONMENT", "\"EXIT STATUS\""]
        {
            assert!(main.contains(&format!("\n.SH {section}\n")), "{section} of {name}");
        }
        for variable in ["CUBEPDB_THREADS", "CUBEPDB_MAX_MEMORY", "NO_COLOR"] {
            assert!(main.contains(&format!("\\fB{variable}\\fR")), "{variable} of {name}");
        }
        for path in commands {
            let text = fs::read_to_string(place.join(page(path))).unwrap();
            let help = ok(command(program).args(path.split_terminator(' ')).arg("--help"));
            for flag in flags(&help) {
                let shown = format!("\\-\\-{}", flag.replace('-', "\\-"));
                assert!(text.contains(&shown), "{name} {path}: --{flag}");
            }
        }
    }
    // Existing pages are replaced.
    let (name, program, _) = PROGRAMS[0];
    let place = directory(&format!("man-{name}"));
    let page = place.join(format!("{name}.1"));
    fs::write(&page, "an old page").unwrap();
    ok(command(program).args(["man", "--dir"]).arg(&place));
    assert_eq!(fs::read_to_string(&page).unwrap(), ok(command(program).arg("man")));
    let (status, _, errors) = ended(command(PROGRAMS[0].1).args(["man", "--dir", "/proc/none"]).output().unwrap());
    assert!(status == 5 && errors.contains("/proc/none"), "{errors}");
}

#[test]
fn variables_stand_for_flags() {
    let out = ok(solve(&["--output", "jsonl", "R U F2"]).env("CUBEPDB_THREADS", "3"));
    let record: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&record["threads"], &record["tables"]), (&3.into(), &serde_json::json!(["corners"])));
    let out = ok(solve(&["--output", "jsonl", "--threads", "1", "R U F2"]).env("CUBEPDB_THREADS", "3"));
    assert!(out.contains("\"threads\":1,"), "a flag goes before: {out}");
    // An empty variable counts as unset, and does not matter for commands that have no threads.
    ok(solve(&["R"]).env("CUBEPDB_THREADS", "").env("CUBEPDB_MAX_MEMORY", "").env("CUBEPDB_CACHE", ""));
    assert_eq!(ok(solve(&["convert", "--to", "nissy", "R"]).env("CUBEPDB_THREADS", "3")).lines().count(), 1);
    ok(solve(&["--size", "4", "Rw"]).env("CUBEPDB_MAX_MEMORY", "1G"));

    let mut pdbgen = command(env!("CARGO_BIN_EXE_pdbgen"));
    let pdbgen =
        pdbgen.args(["corners", "-o", "none.pdb"]).env("CUBEPDB_MAX_MEMORY", "1M").current_dir(directory("none"));
    let (status, _, errors) = ended(pdbgen.output().unwrap());
    assert!(status == 6 && errors.contains("1.0 MB"), "{errors}");
}

#[test]
fn the_variable_of_tables_is_a_list() {
    let [half, quarter] = ["htm", "qtm"].map(|metric| TABLES.join(format!("corners-{metric}.pdb")));
    let list = std::env::join_paths([&half, Path::new(""), &quarter]).unwrap();
    for metric in ["htm", "qtm"] {
        let (status, out, errors) =
            ended(solve(&["--metric", metric, "R U"]).env("CUBEPDB_PDB", &list).output().unwrap());
        assert_eq!((status, out.trim()), (0, format!("U' R' (2{})", if metric == "htm" { 'f' } else { 'q' }).as_str()));
        assert!(errors.contains("skipping"), "the other one is named: {errors}");
    }
    // A flag takes precedence, and has no lists.
    let (status, _, errors) = ended(solve(&["--pdb"]).arg(&list).arg("R").output().unwrap());
    assert!(status == 5 || status == 4, "{status} {errors}");
    let (status, _, errors) = ended(solve(&["R"]).env("CUBEPDB_PDB", &quarter).output().unwrap());
    assert!(status == 4 && errors.contains("CUBEPDB_PDB: no table for htm"), "{status} {errors}");
    let (status, _, errors) = ended(solve(&["R"]).env("CUBEPDB_PDB", "/nowhere").output().unwrap());
    assert!(status == 4 && errors.contains("CUBEPDB_PDB: /nowhere"), "{status} {errors}");
}

#[test]
fn the_cache_is_where_the_variable_or_the_flag_says() {
    let (place, empty) = (directory("cache"), directory("empty"));
    let run = |flags: &[&str], variable: Option<&Path>| {
        let mut solve = command(env!("CARGO_BIN_EXE_solve"));
        solve.current_dir(&empty).args(["--heuristic", "corners", "R U F2"]).args(flags);
        variable.map(|path| solve.env("CUBEPDB_CACHE", path));
        solve.env("XDG_CACHE_HOME", place.join("home")).env_remove("HOME");
        ok(&mut solve)
    };
    let [flagged, variable] = ["flag", "variable"].map(|name| place.join(name));
    let there = |path: &Path| path.join("corners.pdb").exists();
    run(&[], Some(&variable));
    assert!(there(&variable) && !place.join("home").exists());
    run(&["--cache", flagged.to_str().unwrap()], Some(&variable));
    assert!(there(&flagged));
    run(&[], None);
    assert!(there(&place.join("home/cubepdb")));
}

#[test]
fn a_bad_value_is_blamed_on_its_variable() {
    for (variable, value, why) in [
        ("CUBEPDB_THREADS", "many", "use one whole number from 1 to 1024"),
        ("CUBEPDB_THREADS", "0", "0 is not in 1..=1024"),
        ("CUBEPDB_MAX_MEMORY", "some", "`some` is not a size: write 512M or 8G"),
    ] {
        for (_, program, _) in PROGRAMS {
            let args: &[&str] = if program.ends_with("solve") { &["R"] } else { &["list"] };
            let (status, out, errors) = ended(command(program).args(args).env(variable, value).output().unwrap());
            let sentence =
                format!("error: the environment variable {variable} is `{value}`, which is not a value for --");
            assert_eq!((status, out.as_str()), (2, ""));
            assert!(errors.starts_with(&sentence) && errors.contains(why), "{errors}");
        }
    }
    // The same word after the flag belongs to the flag.
    for flag in [&["--threads", "many"][..], &["--threads=many"]] {
        let (status, _, errors) = ended(solve(flag).arg("R").env("CUBEPDB_THREADS", "many").output().unwrap());
        assert!(status == 2 && errors.contains("invalid value 'many' for '--threads <N>'"), "{errors}");
    }
}
