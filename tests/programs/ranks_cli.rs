//! `solve --ranks`: ranks within one process.

use crate::cli::{CUBES, HARD, completed, corner_table, records};
use crate::program;
use cubepdb::plan::Distribution;
use std::fs;
use std::process::Output;

fn solve(args: &[&str]) -> Output {
    program::run(&[&["--progress", "none"], args].concat())
}

#[test]
fn every_distribution_finds_the_same_on_three_ranks() {
    let common = ["--pdb", corner_table().to_str().unwrap(), "--output", "jsonl", "--stats"];
    let cubes = &CUBES[..4];
    let expected = records(&solve(&[&common[..], cubes].concat()).stdout);
    let few = Distribution::BestFirst { nodes: 100 };
    for distribution in Distribution::ALL.into_iter().chain([few]).map(|distribution| distribution.to_string()) {
        let flags = ["--ranks", "3", "--threads", "4", "--distribution", &distribution];
        let output = solve(&[&common[..], &flags, cubes].concat());
        assert!(output.status.success(), "{distribution}: {}", String::from_utf8_lossy(&output.stderr));
        let found = records(&output.stdout);
        assert_eq!(found.len(), cubes.len());
        for (found, expected) in found.iter().zip(&expected) {
            assert_eq!(found["length"], expected["length"], "{distribution}: {found}");
            let (own, theirs) = (completed(found), completed(expected));
            let both = own.len().min(theirs.len());
            assert_eq!(own[..both], theirs[..both], "{distribution}: {found}");
            assert_eq!(found["threads"], 4);
            for iteration in found["iterations"].as_array().unwrap() {
                let of_ranks = iteration["ranks"].as_array().unwrap();
                let sum: u64 = of_ranks.iter().filter_map(|rank| rank["nodes"].as_u64()).sum();
                assert_eq!((of_ranks.len(), sum), (3, iteration["nodes"].as_u64().unwrap()), "{distribution}: {found}");
            }
        }
    }
}

#[test]
fn all_solutions_are_those_of_one_rank() {
    let flags = ["--pdb", corner_table().to_str().unwrap(), "--all", "--slack", "1", "--output", "jsonl"];
    let cubes = ["R2 U2 R2 U2 R2", "R L' U2 F2"];
    let sorted = |output: Output| {
        let mut solutions: Vec<String> =
            records(&output.stdout).iter().map(|record| record["solutions"].to_string()).collect();
        solutions.sort();
        solutions
    };
    let alone = sorted(solve(&[&flags[..], &cubes].concat()));
    for distribution in ["stealing", "best-first:50"] {
        let together = ["--ranks", "3", "--distribution", distribution];
        assert_eq!(sorted(solve(&[&flags[..], &together, &cubes].concat())), alone, "{distribution}");
    }
}

#[test]
fn limits_and_statuses_are_those_of_one_rank() {
    let table = ["--pdb", corner_table().to_str().unwrap(), "--ranks", "2"];
    for (args, status) in [
        (&["--max-depth", "5", CUBES[0]][..], 1),
        (&["R U", "no cube"], 3),
        (&["--max-nodes", "200000", HARD], 7),
        (&["--timeout", "0.5", HARD], 7),
    ] {
        assert_eq!(solve(&[&table, args].concat()).status.code(), Some(status), "{args:?}");
    }
}

/// Cubes of other sizes: all solutions, in any order, and every iteration.
#[test]
fn other_sizes_are_searched_as_on_one_rank() {
    let found = |search: &[&str], ranks: &[&str], cube| {
        let output = solve(&[search, ranks, &["--output", "jsonl", "--stats", cube]].concat());
        assert!(output.status.success(), "{search:?} {ranks:?}: {}", String::from_utf8_lossy(&output.stderr));
        let record = records(&output.stdout).remove(0);
        let mut solutions: Vec<String> =
            record["solutions"].as_array().unwrap().iter().map(|word| word.to_string()).collect();
        solutions.sort();
        (record["length"].clone(), solutions, completed(&record))
    };
    for (search, ranks, cube, length) in [
        (&["--preset", "ibis"][..], "3", "U R 2F R2", 5),
        (&["--size", "2", "--all"], "2", "R U F2 R'", 4),
        (&["--size", "2", "--all", "--heuristic", "zero"], "3", "R U F2 R'", 4),
        (&["--size", "4", "--moves", "slices", "--all"], "4", "2R U 3F' R", 4),
        (&["--size", "5", "--all"], "2", "Rw U 2F", 4),
        (&["--moves", "wca", "--prune", "none", "--all"], "4", "R L U D", 4),
    ] {
        let alone = found(search, &[], cube);
        assert_eq!(alone.0, length, "{search:?}");
        let usual = found(search, &["--ranks", ranks, "--threads", "4"], cube);
        assert_eq!(usual, alone, "{search:?} on {ranks} ranks");
        for distribution in ["stealing", "best-first:50"] {
            let flags = ["--ranks", ranks, "--distribution", distribution];
            assert_eq!(found(search, &flags, cube), alone, "{search:?} on {ranks} ranks: {distribution}");
        }
    }
}

/// Puzzles by their definitions: with a perimeter that grows, with costs, with several goals, and without bounds.
#[test]
fn questions_are_searched_as_on_one_rank() {
    let found = |question: &[&str], ranks: &[&str]| {
        let output = solve(&[question, ranks, &["--output", "jsonl", "--stats"]].concat());
        assert!(output.status.success(), "{question:?} {ranks:?}: {}", String::from_utf8_lossy(&output.stderr));
        let record = records(&output.stdout).remove(0);
        let mut solutions: Vec<String> =
            record["solutions"].as_array().unwrap().iter().map(|word| word.to_string()).collect();
        solutions.sort();
        (record["cost"].clone(), solutions, completed(&record))
    };
    for (question, ranks, cost) in [
        (&["--puzzle", "megaminx", "--all", "R U F BL' DR2 L D'"][..], "3", 7),
        (&["--moves", "R,U,F", "--cost", "R2=2,U=3", "--all", "--slack", "1", "R U F R' U2 F'"], "2", 10),
        (&["--moves", "R,U,F", "--cost", "R2=2,U=3", "--heuristic", "zero", "--all", "R U F R'"], "4", 6),
        (&["--puzzle", "square-1", "--all", "U / D' / U3 D3 /"], "2", 7),
        (&["--goal", "EDGES:4-7", "--up-to", "D", "--all", "--from", "R U F", "--to", "L", "B D2"], "3", 5),
    ] {
        let alone = found(question, &[]);
        assert_eq!(alone.0, cost, "{question:?}");
        for distribution in [&[][..], &["--distribution", "static"], &["--distribution", "best-first:50"]] {
            let flags = [&["--ranks", ranks, "--threads", "4"], distribution].concat();
            assert_eq!(found(question, &flags), alone, "{question:?} {flags:?}");
        }
    }
    let end = |args: &[&str]| {
        let (status, _, told) = program::ended(solve(&[&["--ranks", "2"], args].concat()));
        (status, told)
    };
    for (args, status, words) in [
        (&["--moves", "R,U", "--max-depth", "1", "R U"][..], 1, ""),
        (&["--moves", "R,U", "R", "F", "U"], 3, "cannot be reached"),
        (&["--moves", "R,U,F", "--max-nodes", "100000", "--heuristic", "zero", "R U F R' U2 F' R U"], 7, ""),
        (&["--moves", "R,U", "--checkpoint", "never", "R"], 2, "one rank"),
        (&["--moves", "R,U", "--jobs", "2", "R"], 2, "several ranks search one cube together"),
        (&["--puzzle", "none.tws", "R"], 2, "there is no puzzle"),
    ] {
        let (is, told) = end(args);
        assert!(is == status && told.contains(words), "{args:?}: {is} {told}");
    }
}

#[test]
fn cubes_and_limits_of_other_sizes() {
    let end = |args: &[&str]| solve(&[&["--ranks", "2"], args].concat());
    for (args, status) in [
        (&["--size", "4", "R", "no cube", "Rw U"][..], 3),
        (&["--size", "4", "--max-depth", "2", "R U F"], 1),
        (&["--size", "5", "--timeout", "0.3", "R U F 2R 2U 2F R2 U2 F2 3R"], 7),
    ] {
        assert_eq!(end(args).status.code(), Some(status), "{args:?}");
    }
    for (args, sentence) in [
        (&["--preset", "ibis", "--workers", "3"][..], "workers of one rank"),
        (&["--preset", "ibis", "--scheduler", "static:3"], "workers of one rank"),
        (&["--size", "4", "--distribution", "stealing", "--explain"], "it needs --distribution static, not stealing"),
        (&["--size", "4", "--jobs", "2"], "several ranks search one cube together"),
    ] {
        let output = end(&[args, &["R"]].concat());
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && message.contains(sentence), "{args:?}: {message}");
    }
}

/// Tables of a static partition, for ranks.
#[test]
fn parts_of_ranks_are_explained_and_drawn() {
    let directory = tempfile::tempdir().unwrap();
    let picture = directory.path().join("parts.svg");
    let search =
        ["--ranks", "5", "--threads", "5", "--distribution", "static", "--metric", "qtm", "--heuristic", "zero"];
    let explained = ["--prune", "none", "--explain", "--explain-svg", picture.to_str().unwrap(), "--max-depth", "5"];
    let far = "R U F L B' D R U' F D' L' B R";
    let output = solve(&[&search[..], &explained, &[far]].concat());
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    let words: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
    for row in ["rank 0 1 2 3 4 total", "cubes of level 2 28 28 28 28 28 140", "expanded before: 17"] {
        assert!(words.contains(&row.split(' ').collect()), "{row}\n{text}");
    }
    assert!(
        text.contains("static partition among 5 ranks") && text.contains("nodes of a rank  after the search"),
        "{text}"
    );
    let row = words.iter().find(|row| row.starts_with(&["5", "5"])).unwrap_or_else(|| panic!("{text}"));
    // All cubes but the root, whoever counts those above the partition.
    assert_eq!(row[row.len() - 2], "271452", "{text}");
    // The children of the 17 cubes that were expanded before are of no rank.
    assert_eq!(row[row.len() - 3], (17 * 12).to_string(), "{text}");
    assert!(fs::read_to_string(&picture).unwrap().contains("Static partition among 5 ranks"));
    let output = solve(&[&search[..], &explained, &[far]].concat());
    assert_eq!(output.status.code(), Some(5), "a picture is not replaced without --force");
    let output = solve(&["--ranks", "2", "--heuristic", "zero", "--explain", "R"]);
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && message.contains("it needs --distribution static"), "{message}");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let no_mpi = cfg!(not(feature = "mpi"));
    for (args, sentence) in [
        (&["--backend", "gpu", "--ranks", "2"][..], "graphics cards are not divided among ranks"),
        (&["--distribution", "stealing"], "--ranks or --backend mpi"),
        (&["--ranks", "2", "--distribution", "staeling"], "did you mean `stealing`?"),
        (&["--ranks", "2", "--jobs", "2"], "several ranks search one cube together"),
        (&["--ranks", "2", "--preset", "bfs"], "done by one rank"),
        (&["--ranks", "2", "--checkpoint", "never.ckpt"], "one rank"),
        (&["--backend", "mpi", "--ranks", "2"], if no_mpi { "--features mpi" } else { "mpirun -np" }),
    ] {
        let output = solve(&[&["--pdb", corner_table().to_str().unwrap()], args, &["R"]].concat());
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {message}");
        assert!(message.contains(sentence), "{args:?}: {message}");
    }
}

#[test]
fn presets_of_ranks_are_searches_on_one_rank_without_any() {
    for preset in ["ida-mpi", "ida-mpi2", "ida-mpi3", "ida-mpi4"] {
        let table = corner_table().to_str().unwrap();
        let output = solve(&["--preset", preset, "--backend", "threads", "--pdb", table, CUBES[0]]);
        assert!(output.status.success(), "{preset}: {}", String::from_utf8_lossy(&output.stderr));
    }
    assert!(solve(&["--preset", "ibis-mpi", "--backend", "threads", "--workers", "3", "R U"]).status.success());
}
