//! The file of the cases that are done.

use super::search::{Case, Cases};
use crate::common::exit::{Failure, Status};
use crate::common::text::{printable, to_json};
use anyhow::anyhow;
use cubepdb::StorageError;
use cubepdb::internals::storage::{OutputLock, open_regular};
use cubepdb::record::CaseRecord;
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// The beginning of each line.
const BEGINNING: &str = "{\"question\":";

/// The cases that are done, and the file in which they are kept, if there is one.
pub struct Results {
    /// By the names of the cases.
    known: HashMap<String, CaseRecord>,
    /// With its path, and the right to write to it.
    file: Option<(PathBuf, File, OutputLock)>,
}

impl Results {
    /// Reads what a file has, or begins one.
    ///
    /// # Errors
    /// If it cannot be read or written, or is of another question.
    pub fn open(path: Option<&Path>, question: &str) -> Result<Self, Failure> {
        let Some(path) = path else { return Ok(Self { known: HashMap::new(), file: None }) };
        let lock = OutputLock::acquire(path).map_err(Failure::of_output)?;
        let mut text = String::new();
        match open_regular(path) {
            Ok((mut file, _)) => {
                file.read_to_string(&mut text).map_err(|error| failure("read", path, error))?;
            }
            Err(StorageError::Io { source, .. }) if source.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(Failure::of_output(error)),
        }
        // A line that an interrupt or a crash has cut off is written anew.
        let (whole, cut) = text.rsplit_once('\n').unwrap_or(("", &text));
        if !cut.starts_with(BEGINNING) && !BEGINNING.starts_with(cut) {
            return Err(Failure::usage(format!("{}: the end is not a result of cases", path.display())));
        }
        let mut known = HashMap::new();
        for (number, line) in (1..).zip(whole.lines()) {
            let record: CaseRecord = serde_json::from_str(line).map_err(|error| {
                Failure::usage(format!("{}: line {number} is not a result of cases: {error}", path.display()))
            })?;
            if record.question != question {
                let (path, other) = (path.display(), &record.question);
                return Err(Failure::usage(format!(
                    "{path}: results of another question: {other}, and not {question}"
                )));
            }
            known.entry(record.case.clone()).or_insert(record);
        }
        let file = OpenOptions::new().create(true).append(true).open(path);
        let file = file.and_then(|file| {
            file.set_len(whole.len() as u64 + u64::from(!whole.is_empty()))?;
            Ok(file)
        });
        let file = file.map_err(|error| failure("write", path, error))?;
        Ok(Self { known, file: Some((path.to_owned(), file, lock)) })
    }

    /// The result of a case, if it is done.
    ///
    /// # Errors
    /// If there is one of a case with this name and another text, or one that is wrong.
    pub fn of(&self, cases: &Cases, case: &Case) -> Result<Option<&CaseRecord>, Failure> {
        match self.known.get(&case.name) {
            Some(record) if record.input != case.input() => Err(Failure::usage(format!(
                "--results: case {} was `{}` there, and is `{}` now",
                case.name,
                printable(&record.input),
                printable(case.input())
            ))),
            Some(record) if !cases.confirms(case, record) => {
                let path = self.file.as_ref().map_or_else(String::new, |(path, ..)| format!("{}: ", path.display()));
                let error =
                    anyhow!("{path}the result of case {} is damaged: without its line, it is made anew", case.name);
                Err(Failure::new(Status::Table, error))
            }
            known => Ok(known),
        }
    }

    /// Keeps the result of a case.
    pub fn keep(&mut self, record: &CaseRecord) -> Result<(), Failure> {
        if let Some((path, file, _)) = &mut self.file {
            let line = to_json(record);
            let written = writeln!(file, "{line}").and_then(|()| file.flush());
            written.map_err(|error| failure("write", path, error))?;
        }
        Ok(())
    }
}

fn failure(verb: &str, path: &Path, error: io::Error) -> Failure {
    Failure::new(Status::Io, anyhow!(error).context(format!("{}: cannot {verb}", path.display())))
}
