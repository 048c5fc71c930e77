//! An idle rank asks another one, drawn at random, for half of the tasks that it has not begun.
//!
//! The first rank detects termination when it is idle itself: it asks all ranks whether they are idle, and how many
//! answers with tasks they have sent and received. If in two successive rounds all are idle, and in both of them as
//! many answers were received as sent, and no more in the second than in the first, then none was in transit, and no
//! rank has work: this is the four-counter method of Mattern ("Algorithms for distributed termination detection",
//! 1987).

use crate::search::ranks::message::{Activity, Work};
use crate::search::ranks::policy::{Environment, Nanos};
use fastrand::Rng;

/// The first and the longest pause after a refusal before the next rank is asked.
const PAUSES: [Nanos; 2] = [20_000, 2_000_000];

/// The pause between two rounds.
const BETWEEN_ROUNDS: Nanos = 200_000;

pub struct Stealing {
    rank: usize,
    ranks: usize,
    random: Rng,
    /// True if a rank has been asked and has not answered.
    asked: bool,
    pause: Nanos,
    /// The time of the next request.
    next_ask: Nanos,
    /// Answers with tasks, sent and received.
    sent: u64,
    received: u64,
    round: Round,
    over: bool,
}

/// The state of termination detection on the first rank.
#[derive(Default)]
struct Round {
    /// Number of ranks that have not answered.
    awaited: usize,
    /// The sum of the answers.
    sum: Activity,
    /// The sum of the previous round, if all were idle.
    before: Option<Activity>,
    /// The time of the next round.
    next: Nanos,
}

impl Stealing {
    pub(super) fn new(rank: usize, ranks: usize) -> Self {
        Self {
            rank,
            ranks,
            random: Rng::with_seed(rank as u64),
            asked: false,
            pause: PAUSES[0],
            next_ask: 0,
            sent: 0,
            received: 0,
            round: Round::default(),
            over: false,
        }
    }

    pub(super) fn received<P>(
        &mut self,
        now: Nanos,
        from: usize,
        message: Work<P>,
        environment: &mut impl Environment<P>,
    ) {
        match message {
            Work::Ask(_) => {
                let tasks = if self.over || environment.supply().waiting > 0 { Vec::new() } else { environment.half() };
                self.sent += u64::from(!tasks.is_empty());
                environment.send(from, Work::Give(tasks));
            }
            Work::Give(tasks) => {
                self.asked = false;
                if tasks.is_empty() {
                    self.next_ask = now + self.pause;
                    self.pause = (2 * self.pause).min(PAUSES[1]);
                } else {
                    self.pause = PAUSES[0];
                    self.received += 1;
                    environment.keep(tasks);
                }
            }
            Work::Count => environment.send(from, Work::Counted(self.activity(environment))),
            Work::Counted(activity) => self.counted(now, activity, environment),
            Work::Over => self.over = true,
        }
    }

    pub(super) fn tick<P>(&mut self, now: Nanos, environment: &mut impl Environment<P>) -> Option<Nanos> {
        let supply = environment.supply();
        if self.over || !supply.is_short() {
            return None;
        }
        if self.ranks == 1 {
            self.over = supply.is_idle();
            return None;
        }
        if !self.asked && now >= self.next_ask {
            self.asked = true;
            let victim = (self.rank + self.random.usize(1..self.ranks)) % self.ranks;
            environment.send(victim, Work::Ask(supply.waiting));
        }
        let mut again = (!self.asked).then_some(self.next_ask);
        if self.rank == 0 && self.round.awaited == 0 && supply.is_idle() {
            if now >= self.round.next {
                self.begin_round(environment);
            } else {
                again = Some(again.unwrap_or(Nanos::MAX).min(self.round.next));
            }
        }
        again
    }

    fn begin_round<P>(&mut self, environment: &mut impl Environment<P>) {
        self.round.awaited = self.ranks - 1;
        self.round.sum = self.activity(environment);
        (1..self.ranks).for_each(|rank| environment.send(rank, Work::Count));
    }

    fn counted<P>(&mut self, now: Nanos, activity: Activity, environment: &mut impl Environment<P>) {
        let Round { awaited, sum, before, next } = &mut self.round;
        *awaited -= 1;
        sum.idle &= activity.idle;
        sum.sent += activity.sent;
        sum.received += activity.received;
        if *awaited > 0 {
            return;
        }
        // This rank may have received work since the round began.
        let balanced = sum.idle && sum.sent == sum.received;
        if balanced && *before == Some(*sum) {
            self.over = true;
            (1..self.ranks).for_each(|rank| environment.send(rank, Work::Over));
            return;
        }
        *before = balanced.then_some(*sum);
        *next = if balanced { now } else { now + BETWEEN_ROUNDS };
    }

    fn activity<P>(&self, environment: &impl Environment<P>) -> Activity {
        Activity { idle: environment.supply().is_idle(), sent: self.sent, received: self.received }
    }

    pub(super) fn is_over(&self) -> bool {
        self.over
    }

    pub(super) fn abandon(&mut self) {
        self.over = true;
    }
}
