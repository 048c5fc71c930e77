//! Solves TopSpin, a ring of tokens with a turnstile that reverses some of them, of any size: a puzzle by a definition
//! that the program writes, with a goal of several positions.
//!
//! ```sh
//! cargo run --release --example topspin                 # 16 tokens, a turnstile for four of them
//! cargo run --release --example topspin -- 12 5 "A C F B"
//! ```
//!
//! This is the (n, k)-TopSpin of papers on heuristic search: the turnstile reverses any `k` neighbours as one move, and
//! moving the ring along costs nothing.

use cubepdb::puzzles::{Definition, Goal, Moves, Powers, PuzzleSolver, Question};
use std::error::Error;
use std::fmt::Write;
use std::process::ExitCode;
use std::time::Instant;

/// The letters of moves: one for each place where the reversed tokens may begin.
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

fn main() -> ExitCode {
    let Err(error) = run() else { return ExitCode::SUCCESS };
    eprintln!("error: {error}");
    ExitCode::FAILURE
}

fn run() -> Result<(), Box<dyn Error>> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let (tokens, turnstile, start) = match &given[..] {
        [] => (16, 4, "A I D K C N F B J G M E H L A P D"),
        [tokens, turnstile, start] => (number(tokens)?, number(turnstile)?, start.as_str()),
        _ => {
            return Err(
                "give nothing, or the number of tokens, of those in the turnstile, and a start: 12 5 \"A C F B\""
                    .into(),
            );
        }
    };
    let solver = PuzzleSolver::builder(top_spin(tokens, turnstile)?).open()?;
    let start = solver.questions().start(None, start)?;
    let started = Instant::now();
    let solution = solver.solve(&start)?;
    println!("{solution} ({} moves)", solution.cost());
    println!("{:.2} s, tables of {} MB", started.elapsed().as_secs_f64(), solver.bytes() / 1_000_000);
    Ok(())
}

fn number(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| format!("`{text}` is no number of tokens"))
}

/// The question: all tokens in order, whichever is first.
fn top_spin(tokens: usize, turnstile: usize) -> Result<Question, Box<dyn Error>> {
    if !(2..=tokens).contains(&turnstile) || tokens > LETTERS.len() {
        return Err(
            format!("a turnstile holds 2 tokens or more, a ring as many or more, up to {}", LETTERS.len()).into()
        );
    }
    let definition = Definition::read(&written(tokens, turnstile))?;
    let letters: Vec<String> = LETTERS.chars().take(tokens).map(String::from).collect();
    let moves = Moves::read(&definition, &letters.join(","), Powers::All)?;
    let along = definition.transformation_of("along")?;
    let goal = Goal::solved(&definition).up_to(&[along])?;
    Ok(Question::new(definition, moves, goal)?)
}

/// The definition in the format of ksolve and twsearch: places and tokens are numbered from 1.
fn written(tokens: usize, turnstile: usize) -> String {
    let line = |at: &dyn Fn(usize) -> usize| {
        (0..tokens).map(|place| (at(place) + 1).to_string()).collect::<Vec<_>>().join(" ")
    };
    let mut text = format!("Name TopSpin\nSet TOKENS {tokens} 1\nSolved\nTOKENS\n{}\nEnd\n", line(&|place| place));
    let mut add = |name: &str, at: &dyn Fn(usize) -> usize| {
        write!(text, "Move {name}\nTOKENS\n{}\nEnd\n", line(at)).expect("texts have room");
    };
    add("along", &|place| (place + 1) % tokens);
    for (first, letter) in LETTERS.chars().take(tokens).enumerate() {
        add(&letter.to_string(), &|place| {
            let within = (place + tokens - first) % tokens;
            if within < turnstile { (first + turnstile - 1 - within) % tokens } else { place }
        });
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{HashMap, VecDeque};

    /// The ring with token 0 first.
    fn from_token_0(ring: &[usize]) -> Vec<usize> {
        let first = ring.iter().position(|&token| token == 0).unwrap();
        [&ring[first..], &ring[..first]].concat()
    }

    fn reversed(ring: &[usize], first: usize, turnstile: usize) -> Vec<usize> {
        let places: Vec<usize> = (first..first + turnstile).map(|place| place % ring.len()).collect();
        let mut after = ring.to_vec();
        for (&one, &other) in places.iter().zip(places.iter().rev()) {
            after[one] = ring[other];
        }
        after
    }

    /// Against a breadth-first search of rings, which knows nothing of the library.
    #[test]
    fn lengths_are_those_of_a_breadth_first_search() {
        let (tokens, turnstile) = (8, 4);
        let solved: Vec<usize> = (0..tokens).collect();
        let mut lengths = HashMap::from([(solved.clone(), 0)]);
        let mut waiting = VecDeque::from([solved.clone()]);
        while let Some(ring) = waiting.pop_front() {
            let length = lengths[&ring] + 1;
            for first in 0..tokens {
                let after = from_token_0(&reversed(&ring, first, turnstile));
                if !lengths.contains_key(&after) {
                    lengths.insert(after.clone(), length);
                    waiting.push_back(after);
                }
            }
        }
        let solver = PuzzleSolver::builder(top_spin(tokens, turnstile).unwrap()).open().unwrap();
        for number in 0..60usize {
            let firsts: Vec<usize> = (1..10).map(|step| (number * step * step + 3 * step) % tokens).collect();
            let start: Vec<String> = firsts.iter().map(|&first| LETTERS[first..=first].to_owned()).collect();
            let ring = firsts.iter().fold(solved.clone(), |ring, &first| reversed(&ring, first, turnstile));
            let position = solver.questions().start(None, &start.join(" ")).unwrap();
            assert_eq!(solver.solve(&position).unwrap().cost(), lengths[&from_token_0(&ring)], "{start:?}");
        }
    }

    #[test]
    fn sizes_that_are_none_have_a_sentence() {
        for (tokens, turnstile) in [(8, 1), (3, 4), (27, 4)] {
            assert!(top_spin(tokens, turnstile).unwrap_err().to_string().contains("up to 26"));
        }
    }
}
