//! Lines of JSON to someone who waits for an answer.

use cubepdb::record::{Estimate, SearchRequest};
use cubepdb::{Query, SearchEvent};
use hyper::body::Bytes;
use serde::Serialize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use tokio::sync::mpsc::Sender;
use tokio::sync::mpsc::error::TrySendError;

/// Lines of JSON to someone who waits.
pub type Lines = Sender<Bytes>;

/// A line of JSON.
pub fn line(record: &impl Serialize) -> Bytes {
    let mut line = serde_json::to_vec(record).expect("records are plain data");
    line.push(b'\n');
    line.into()
}

/// Runs the query of a request, with lines of its progress.
pub fn watched<T>(search: &SearchRequest, flag: &AtomicBool, lines: &Lines, run: impl FnOnce(&Query<'_>) -> T) -> T {
    let estimate = Mutex::new(Estimate::new());
    let watch = |event: &SearchEvent<'_>| {
        let Some(progress) = estimate.lock().unwrap_or_else(PoisonError::into_inner).of_event(event) else { return };
        // Whoever has left so many lines unread does not wait for the answer.
        if let Err(TrySendError::Full(_)) = lines.try_send(line(&progress)) {
            flag.store(true, Ordering::Relaxed);
        }
    };
    run(&search.query().interrupt(flag).on_event(&watch))
}
