//! `solve serve`: its answers, whom it refuses, and how searches end.

use crate::program;
use crate::schemas::Known;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

/// A server in an empty home, which ends with the test.
pub struct Server {
    child: Child,
    /// The host and the port.
    address: String,
    /// The time that an answer may take. Far longer than anything here takes: a search that does not end is seen by it.
    patience: Duration,
    /// The directory that it was started in, with its tables.
    pub home: tempfile::TempDir,
}

/// An answer: its status, its head, and its body.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    head: String,
    pub body: String,
}

impl Server {
    pub fn start(args: &[&str]) -> Self {
        let home = tempfile::tempdir().unwrap();
        let mut command = program::plain(env!("CARGO_BIN_EXE_solve"));
        command.args(["serve", "--port", "0", "--threads", "1", "--cache"]).arg(home.path()).args(args);
        command.current_dir(home.path());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut link = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut link).unwrap();
        let address = link.trim().strip_prefix("http://").unwrap().trim_end_matches('/').to_owned();
        Self { child, address, patience: Duration::from_secs(120), home }
    }

    /// Sends a request, and leaves its answer to be read.
    fn send(&self, request: &str, headers: &[(&str, &str)], body: &[u8]) -> BufReader<TcpStream> {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(self.patience)).unwrap();
        let mut head = format!("{request} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
        let host = [("Host", &*self.address)];
        let named = |name: &str| headers.iter().any(|(given, _)| *given == name);
        for (name, value) in host.iter().filter(|(name, _)| !named(name)).chain(headers) {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        stream.write_all(format!("{head}\r\n").as_bytes()).unwrap();
        // A request that is too large is refused before it has come to its end.
        stream.write_all(body).ok();
        BufReader::new(stream)
    }

    fn ask(&self, request: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let mut answer = self.send(request, headers, body);
        let (mut head, mut line) = (String::new(), String::new());
        while answer.read_line(&mut line).unwrap() > 2 {
            head.push_str(&std::mem::take(&mut line));
        }
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        let mut body = Vec::new();
        if head.contains("transfer-encoding: chunked") {
            while let Some(chunk) = next_chunk(&mut answer) {
                body.extend(chunk);
            }
        } else {
            answer.read_to_end(&mut body).unwrap();
        }
        Answer { status, head, body: String::from_utf8(body).unwrap() }
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.ask(&format!("POST {path}"), &[JSON], body.to_string().as_bytes())
    }

    /// The lines of a search.
    pub fn solve(&self, body: &Value) -> Vec<Value> {
        let answer = self.post("/v1/solve", body);
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.body.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// Begins a search, and waits for its first line.
    pub fn begin(&self, body: &Value) -> (BufReader<TcpStream>, Value) {
        let mut answer = self.send("POST /v1/solve", &[JSON], body.to_string().as_bytes());
        let mut line = String::new();
        while answer.read_line(&mut line).unwrap() > 2 {
            line.clear();
        }
        let first = next_chunk(&mut answer).unwrap();
        (answer, serde_json::from_slice(&first).unwrap())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().unwrap();
    }
}

const JSON: (&str, &str) = ("Content-Type", "application/json");
/// A cube of twenty moves: without tables, nobody waits for its solution.
const HARD: &str = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";

/// The last line of an answer, when it has come.
pub fn last_line(answer: &mut BufReader<TcpStream>) -> Value {
    let last = std::iter::from_fn(|| next_chunk(answer)).last();
    serde_json::from_slice(&last.expect("an answer has a line")).unwrap()
}

fn next_chunk(answer: &mut BufReader<TcpStream>) -> Option<Vec<u8>> {
    let mut line = String::new();
    answer.read_line(&mut line).unwrap();
    let length = usize::from_str_radix(line.trim(), 16).unwrap();
    let mut chunk = vec![0; length + 2];
    answer.read_exact(&mut chunk).unwrap();
    chunk.truncate(length);
    (length > 0).then_some(chunk)
}

#[test]
fn answers_are_those_of_solve() {
    let (server, mut known) = (Server::start(&[]), Known::new());
    for (request, solutions) in [
        (json!({ "cube": "R U F2" }), vec!["F2 U' R'"]),
        (json!({ "cube": "R U F2", "metric": "qtm", "timeout": 59.5 }), vec!["F2 U' R'"]),
        (json!({ "cube": "U D", "all": true }), vec!["U' D'"]),
        (json!({ "cube": "", "all": false }), vec![""]),
        (json!({ "cube": "Rw U", "size": 4 }), vec!["U' Rw'"]),
        (json!({ "cube": "R U F2", "size": 2 }), vec!["F2 U' R'"]),
    ] {
        let lines = server.solve(&request);
        let (last, before) = lines.split_last().unwrap();
        known.check("solve", last);
        assert_eq!(last["status"], "solved", "{last}");
        assert_eq!(last["solutions"], json!(solutions), "{request}");
        assert_eq!((&last["optimal"], &last["error"]), (&json!(true), &Value::Null));
        for line in before {
            let is_known = ["search-progress", "serve"].iter().any(|name| known.errors(name, line).is_none());
            assert!(is_known, "{line}");
        }
    }
    let lines = server.solve(&json!({ "cube": "R K" }));
    known.check("solve", &lines[0]);
    assert_eq!(
        (lines.len(), &lines[0]["status"], &lines[0]["error"]["place"]),
        (1, &json!("invalid"), &json!("column 3"))
    );
}

#[test]
fn good_solutions_come_at_once_and_beside_a_bound() {
    let (server, mut known) = (Server::start(&[]), Known::new());
    let solved = |scramble: &str, solution: &Value| {
        let answer = server.post("/v1/check", &json!({ "cube": format!("{scramble} {}", solution.as_str().unwrap()) }));
        answer.body.contains("UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB")
    };
    let lines = server.solve(&json!({ "cube": HARD, "quick": true }));
    known.check("solve", &lines[0]);
    assert_eq!((lines.len(), &lines[0]["status"]), (1, &json!("unproven")));
    assert!(lines[0]["length"].as_u64().unwrap() <= 22 && solved(HARD, &lines[0]["solutions"][0]));

    for all in [false, true] {
        let lines = server.solve(&json!({ "cube": HARD, "timeout": 2, "all": all }));
        let (last, before) = lines.split_last().unwrap();
        known.check("solve", last);
        assert_eq!((&last["status"], &last["error"]["code"]), (&json!("unproven"), &json!("time-limit")));
        assert!(last["lower_bound"].as_u64() > Some(5) && last["lower_bound"].as_u64() < last["length"].as_u64());
        assert!(solved(HARD, &last["solutions"][0]));
        let best: Vec<&Value> = before.iter().map(|line| &line["best"]).filter(|best| !best.is_null()).collect();
        assert!(best.iter().all(|best| solved(HARD, &best["solution"])));
        before.iter().filter(|line| line.get("best").is_some()).for_each(|line| known.check("search-progress", line));
    }

    let lines = server.solve(&json!({ "cube": "R2 U2 R2 U2 R2 U2", "slack": 1 }));
    let solutions = lines.last().unwrap()["solutions"].as_array().unwrap();
    assert!(
        solutions.len() > 1 && solutions.iter().all(|solution| solved("R2 U2 R2 U2 R2 U2", solution)),
        "{solutions:?}"
    );
    for bad in [
        json!({ "cube": "R", "slack": 4 }),
        json!({ "cube": "R", "quick": true, "all": true }),
        json!({ "cube": "R", "quick": true, "size": 4 }),
        json!({ "cube": "R", "quick": true, "metric": "qtm" }),
        json!({ "cube": "R", "quick": true, "goal": "cross" }),
    ] {
        assert_eq!(server.post("/v1/solve", &bad).status, 400, "{bad}");
    }
    // JSON has one kind of numbers: whole ones may have a point.
    let lines = server.solve(&json!({ "cube": "R", "size": 2.0, "slack": 0.0 }));
    assert_eq!(lines.last().unwrap()["length"], 1, "{lines:?}");
    for (bad, sentence) in [
        (json!({ "cube": "R", "size": 2.5 }), "a cube of 2.5 layers: use 2 to 7"),
        (json!({ "cube": "R", "size": 1e300 }), "a cube of 1e300 layers: use 2 to 7"),
        (json!({ "cube": "R", "timeout": 1e300 }), "a time limit of 1e300 s: use more than 0, 3600 at most"),
    ] {
        let answer = server.post("/v1/solve", &bad);
        assert!(answer.status == 400 && answer.body.contains(sentence), "{bad}: {answer:?}");
    }
}

/// A signal ends the server, and whoever waits gets a last line: what is known, or that there is nothing.
#[cfg(unix)]
#[test]
fn searches_have_a_last_line_when_the_server_ends() {
    let (mut server, mut known) = (Server::start(&[]), Known::new());
    let (mut searching, _) = server.begin(&json!({ "cube": HARD }));
    let (mut waiting, first) = server.begin(&json!({ "cube": HARD }));
    assert_eq!(first, json!({ "waiting": 1 }));
    Command::new("kill").args(["-TERM", &server.child.id().to_string()]).status().unwrap();
    let last = last_line(&mut searching);
    known.check("solve", &last);
    assert_eq!(last["error"]["code"], "interrupted", "{last}");
    let last = last_line(&mut waiting);
    known.check("serve", &last);
    assert_eq!(last["failure"], "the program was ended before this search began");
    assert_eq!(server.child.wait().unwrap().code(), Some(143));
}

#[test]
fn random_states_follow_from_their_seed() {
    let (server, mut known) = (Server::start(&[]), Known::new());
    let mut scramble = |seed: u64| {
        let answer = server.post("/v1/scramble", &json!({ "seed": seed }));
        let value: Value = serde_json::from_str(&answer.body).unwrap();
        known.check("serve", &value);
        let checked = server.post("/v1/check", &json!({ "cube": value["scramble"] }));
        let checked: Value = serde_json::from_str(&checked.body).unwrap();
        assert_eq!(checked["facelets"], value["facelets"]);
        value
    };
    assert_eq!(scramble(7), scramble(7));
    assert_ne!(scramble(7), scramble((1 << 53) - 1));
    for bad in [json!({}), json!({ "seed": -1 }), json!({ "seed": 1.5 })] {
        assert_eq!(server.post("/v1/scramble", &bad).status, 400, "{bad}");
    }
}

#[test]
fn checks_name_the_stickers_that_are_wrong() {
    let (server, mut known) = (Server::start(&[]), Known::new());
    let mut check = |cube: &str, size: u8| {
        let answer = server.post("/v1/check", &json!({ "cube": cube, "size": size }));
        let value: Value = serde_json::from_str(&answer.body).unwrap();
        assert_eq!(answer.status, 200);
        known.check("serve", &value);
        value
    };
    let solved = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
    assert_eq!(check("", 3)["facelets"], solved);
    assert_eq!(check("R", 3)["facelets"], "UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB");
    assert_eq!(check("", 2)["facelets"], "UUUURRRRFFFFDDDDLLLLBBBB");
    // One edge is flipped: the stickers of UF.
    let flipped = check("UUUUUUUFURRRRRRRRRFUFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB", 3);
    assert_eq!((&flipped["valid"], &flipped["error"]["code"]), (&json!(false), &json!("flip-parity")));
    // In colours, the scheme of the page is kept.
    assert_eq!(check(&"W".repeat(54), 3)["facelets"], "U".repeat(54));
    // Those that are not known are no fault of the others.
    let gap = solved.replacen('U', ".", 3);
    let unknown = check(&gap, 3);
    assert_eq!((&unknown["valid"], &unknown["facelets"]), (&json!(false), &json!(gap.replace('.', "?"))));
    // A cube in colours is shown as it is held.
    let held = ["D", "L", "F", "U", "R", "B"].map(|face| face.repeat(9)).concat();
    let colours: String = held.chars().map(|face| "WRGYOB".as_bytes()["URFDLB".find(face).unwrap()] as char).collect();
    let upside_down = check(&colours, 3);
    assert_eq!((&upside_down["facelets"], &upside_down["typed"]), (&json!(solved), &json!(held)));
    // Moves are shown in the hold in which they leave the cube, however they are written.
    for moves in ["r U'", "(rU')", "r U′ // first"] {
        let turned = check(moves, 3);
        assert_eq!(turned["facelets"], check("L F'", 3)["typed"], "{moves}");
        assert_eq!(turned["typed"], check("L F' x", 3)["typed"], "{moves}");
    }
    let text = check("R U X", 3);
    assert_eq!((&text["facelets"], &text["error"]["place"]), (&Value::Null, &json!("column 5")));
    let mut known = Known::new();
    let info = server.ask("GET /v1/info", &[], b"");
    known.check("serve", &serde_json::from_str(&info.body).unwrap());
}

#[test]
fn the_page_is_served_and_may_load_nothing_else() {
    let server = Server::start(&[]);
    for (path, kind) in [("/", "text/html"), ("/page.css", "text/css"), ("/page.js", "text/javascript")] {
        let answer = server.ask(&format!("GET {path}"), &[], b"");
        assert_eq!(answer.status, 200, "{path}");
        assert!(answer.head.contains(&format!("content-type: {kind}")), "{}", answer.head);
        assert!(
            answer.head.contains("content-security-policy: default-src 'none'; script-src 'self'"),
            "{}",
            answer.head
        );
        assert!(!answer.head.contains("unsafe"), "{}", answer.head);
        assert!(answer.body.len() > 100);
    }
    assert_eq!(server.ask("HEAD /", &[], b"").status, 200);
}

#[test]
fn what_is_refused() {
    let (server, mut known) = (Server::start(&[]), Known::new());
    let page = format!("http://{}", server.address);
    let long = "R ".repeat(50_000);
    let solve = "POST /v1/solve";
    for (request, headers, body, status) in [
        ("GET /", vec![("Host", "rebound.example")], "", 403),
        ("GET /v1/info", vec![("Host", "rebound.example:8048")], "", 403),
        ("GET /v1/info", vec![("Origin", "null")], "", 403),
        (solve, vec![JSON, ("Origin", "http://other.example")], r#"{"cube":"R"}"#, 403),
        (solve, vec![JSON, ("Origin", "http://localhost:1")], r#"{"cube":"R"}"#, 403),
        ("GET /page.js", vec![("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "no-cors")], "", 403),
        (solve, vec![JSON, ("Origin", &*page)], r#"{"cube":"R"}"#, 200),
        (solve, vec![("Content-Type", "text/plain")], r#"{"cube":"R"}"#, 415),
        (solve, vec![], r#"{"cube":"R"}"#, 415),
        (solve, vec![JSON], "", 400),
        (solve, vec![JSON], "[]", 400),
        (solve, vec![JSON], r#" ["R"]"#, 400),
        (solve, vec![("Content-Type", "Application/JSON; charset=utf-8")], r#"{"cube":"R"}"#, 200),
        (solve, vec![JSON], r#"{"cube":"R","rules":"/etc/passwd"}"#, 400),
        (solve, vec![JSON], r#"{"cube":"R","size":8}"#, 400),
        (solve, vec![JSON], r#"{"cube":"R","metric":"stm"}"#, 400),
        (solve, vec![JSON], r#"{"cube":"R","timeout":0}"#, 400),
        (solve, vec![JSON], r#"{"cube":"R","timeout":3601}"#, 400),
        (solve, vec![JSON], &*long, 413),
        ("POST /v1/tables", vec![JSON], r#"{"level":"3"}"#, 400),
        ("POST /v1/tables", vec![JSON], r#"{"level":3,"metric":"stm"}"#, 400),
        ("GET /v1/solve", vec![], "", 405),
        ("POST /", vec![JSON], "{}", 405),
        ("PUT /v1/info", vec![JSON], "{}", 405),
        ("GET /../Cargo.toml", vec![], "", 404),
        ("GET /v1/other", vec![], "", 404),
        ("GET /page/index.html", vec![], "", 404),
    ] {
        let answer = server.ask(request, &headers, body.as_bytes());
        assert_eq!(answer.status, status, "{request} {headers:?}: {}", answer.body);
        let methods = if request.ends_with("/solve") { "POST" } else { "GET, HEAD" };
        assert_eq!(answer.head.contains(&format!("allow: {methods}\r\n")), status == 405, "{}", answer.head);
        if status >= 400 {
            known.check("serve", &serde_json::from_str(&answer.body).unwrap());
        }
    }
}

/// Whoever sends all before reading anything is told as well, unless it is far too much.
#[test]
fn large_requests_are_read_before_they_are_refused() {
    let server = Server::start(&[]);
    let large = vec![b' '; 5 << 20];
    for (request, headers, status) in [
        ("POST /v1/solve", vec![JSON], 413),
        ("POST /v1/solve", vec![], 415),
        ("GET /v1/solve", vec![JSON], 405),
        ("POST /v1/other", vec![JSON], 404),
        ("POST /v1/solve", vec![JSON, ("Origin", "null")], 403),
    ] {
        assert_eq!(server.ask(request, &headers, &large).status, status, "{request} {headers:?}");
    }
    // Nothing is asked for that would be refused.
    let mut stream = TcpStream::connect(&server.address).unwrap();
    stream.set_read_timeout(Some(server.patience)).unwrap();
    let (json, host) = ("Content-Type: application/json", &server.address);
    let head = format!("POST /v1/solve HTTP/1.1\r\nHost: {host}\r\n{json}\r\nExpect: 100-continue\r\n");
    stream.write_all(format!("{head}Content-Length: {}\r\n\r\n", u64::MAX >> 1).as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 413"), "{answer}");
}

#[test]
fn a_search_ends_when_nobody_waits_for_it() {
    let server = Server::start(&[]);
    let (hard, _) = server.begin(&json!({ "cube": HARD }));
    // The next one waits in the queue, and is answered when the first one is left.
    let (mut easy, first) = server.begin(&json!({ "cube": "R U" }));
    assert_eq!(first, json!({ "waiting": 1 }));
    drop(hard);
    assert_eq!(last_line(&mut easy)["solutions"], json!(["U' R'"]));
}

/// A connection whose system keeps few bytes for its reader, which reads when it likes.
fn small_stream(address: &str) -> TcpStream {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let connected = runtime.block_on(async {
        let socket = tokio::net::TcpSocket::new_v4()?;
        socket.set_recv_buffer_size(2048)?;
        socket.connect(address.parse().unwrap()).await?.into_std()
    });
    connected.unwrap()
}

/// A thousand clients ask for much and take nothing; some of them take a little now and then. A search goes on
/// meanwhile, and everybody else is answered.
#[test]
fn readers_that_take_nothing_keep_nobody_waiting() {
    let mut server = Server::start(&[]);
    server.patience = Duration::from_secs(60);
    let (mut search, _) = server.begin(&json!({ "cube": HARD }));
    let (lines, ended) = (AtomicUsize::new(0), AtomicBool::new(false));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !ended.load(Ordering::Relaxed) {
                let line: Value = serde_json::from_slice(&next_chunk(&mut search).expect("it goes on")).unwrap();
                assert!(line.get("failure").is_none() && line.get("status").is_none(), "{line}");
                lines.fetch_add(1, Ordering::Relaxed);
            }
        });
        // Also when a check fails below, the search comes to its end.
        let _ending = Ending(&ended);
        let much = format!("GET /editor.js HTTP/1.1\r\nHost: {}\r\n\r\n", server.address).repeat(30);
        let mut strangers: Vec<TcpStream> = Vec::new();
        let drip = |strangers: &mut [TcpStream]| {
            for stranger in strangers.iter_mut().rev().take(100).step_by(5) {
                // It may be closed by now.
                _ = stranger.read(&mut [0; 1000]);
            }
        };
        for round in 0..20 {
            for _ in 0..50 {
                let mut stranger = small_stream(&server.address);
                _ = stranger.write(much.as_bytes());
                strangers.push(stranger);
            }
            drip(&mut strangers);
            assert_eq!(server.ask("GET /", &[], b"").status, 200, "round {round}");
            assert_eq!(server.ask("GET /v1/info", &[], b"").status, 200, "round {round}");
        }
        let before = lines.load(Ordering::Relaxed);
        for _ in 0..100 {
            drip(&mut strangers);
            std::thread::sleep(Duration::from_millis(50));
        }
        assert!(lines.load(Ordering::Relaxed) > before, "the search goes on");
        assert_eq!(server.post("/v1/check", &json!({ "cube": "R" })).status, 200);
    });
}

/// Tells a thread to end.
struct Ending<'a>(&'a AtomicBool);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[test]
fn too_many_searches_are_refused() {
    let server = Server::start(&[]);
    let mut waiting = Vec::new();
    for place in 0..17 {
        let (answer, line) = server.begin(&json!({ "cube": HARD }));
        assert!(place == 0 || line == json!({ "waiting": place }), "{line}");
        waiting.push(answer);
    }
    assert_eq!(server.post("/v1/solve", &json!({ "cube": HARD })).status, 503);
    // Those who have sent more than their request leave as well, one after the other.
    waiting.iter_mut().for_each(|answer| answer.get_mut().write_all(b"\r\n").unwrap());
    drop(waiting);
    let is_answered = || {
        std::thread::sleep(Duration::from_millis(50));
        server.post("/v1/solve", &json!({ "cube": "R" })).status == 200
    };
    assert!((0..200).any(|_| is_answered()));
}

#[test]
#[cfg(unix)]
fn an_interrupt_ends_it_while_it_searches() {
    let mut server = Server::start(&[]);
    let _search = server.begin(&json!({ "cube": HARD }));
    let process = rustix::process::Pid::from_child(&server.child);
    rustix::process::kill_process(process, rustix::process::Signal::INT).unwrap();
    assert_eq!(server.child.wait().unwrap().code(), Some(130));
}

#[test]
fn a_port_that_is_taken_is_named() {
    let server = Server::start(&[]);
    let port = server.address.rsplit(':').next().unwrap();
    let mut second = program::solve();
    let output = second.args(["serve", "--port", port]).timeout(Duration::from_secs(60)).output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(5), "{errors}");
    assert!(errors.contains(port) && errors.contains("--port chooses another port"), "{errors}");
}

#[test]
fn other_machines_need_the_token_of_the_link() {
    let mut server = Server::start(&["--listen", "0.0.0.0"]);
    let link = server.address.clone();
    let (address, token) = link.split_once("/#token=").unwrap();
    server.address = address.to_owned();
    let info = |headers: &[(&str, &str)]| server.ask("GET /v1/info", headers, b"").status;
    assert_eq!(server.ask("GET /", &[], b"").status, 200);
    assert_eq!(info(&[]), 401);
    assert_eq!(info(&[("Authorization", "Bearer 0")]), 401);
    assert_eq!(info(&[("Authorization", &format!("Bearer {token}"))]), 200);
}

#[test]
fn a_table_that_cannot_be_used_is_a_failure_and_ends_the_answer() {
    let missing = program::solve().args(["serve", "--port", "0", "--pdb", "missing.pdb"]).output().unwrap();
    let errors = String::from_utf8(missing.stderr).unwrap();
    assert_eq!(missing.status.code(), Some(4), "{errors}");
    assert!(errors.contains("missing.pdb: there is no such table"), "{errors}");

    let none = tempfile::NamedTempFile::new().unwrap();
    let path = none.path().to_str().unwrap();
    let server = Server::start(&["--pdb", path]);
    for _ in 0..2 {
        let lines = server.solve(&json!({ "cube": "R U F2 L" }));
        Known::new().check("serve", lines.last().unwrap());
        assert!(lines.last().unwrap()["failure"].as_str().unwrap().contains(path), "{lines:?}");
    }
    assert_eq!(server.ask("GET /v1/info", &[], b"").status, 200);
    assert_eq!(server.post("/v1/tables", &json!({ "level": 0 })).status, 409);
}

#[test]
fn tables_are_built_and_used() {
    let (server, mut known) = (Server::start(&[]), Known::new());
    let answer = server.post("/v1/tables", &json!({ "level": 0 }));
    let lines: Vec<Value> = answer.body.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    lines.iter().for_each(|line| known.check("serve", line));
    assert_eq!(lines.last().unwrap()["table"]["name"], "h48-0", "{lines:?}");
    assert!(lines[0]["note"].as_str().unwrap().starts_with("building a table of 29.7 MB, once"), "{lines:?}");
    let solved = server.solve(&json!({ "cube": "R U F2 L' D B2 U' R2" }));
    let last = solved.last().unwrap();
    known.check("solve", last);
    assert_eq!(
        (&last["length"], &last["search"]["strategy"], &last["tables"]),
        (&json!(8), &json!("two-sided"), &json!(["h48-0"]))
    );
    assert_eq!(server.post("/v1/tables", &json!({ "level": 12 })).status, 400);
}

/// The blocks of code in the guide, by their language.
fn client(language: &str) -> &'static str {
    let guide = include_str!("../../docs/serving.md");
    guide.split_once(&format!("```{language}\n")).unwrap().1.split_once("```").unwrap().0
}

#[test]
fn the_clients_of_the_guide_work() {
    let server = Server::start(&[]);
    let place = tempfile::tempdir().unwrap();
    for (language, program, file) in [("python", "python3", "client.py"), ("javascript", "node", "client.mjs")] {
        std::fs::write(place.path().join(file), client(language)).unwrap();
        let mut command = std::process::Command::new(program);
        command.arg(file).arg(format!("http://{}/", server.address)).arg("R U F2").current_dir(place.path());
        let output = match command.output() {
            // Not every machine has both.
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
            output => output.unwrap(),
        };
        assert!(output.status.success(), "{language}: {output:?}");
        assert_eq!(String::from_utf8(output.stdout).unwrap().lines().collect::<Vec<_>>(), ["solved", "F2 U' R'"]);
    }
}
