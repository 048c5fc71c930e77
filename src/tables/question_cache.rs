//! The tables that searches of questions make, kept from one process to the next.

use super::selection::create_directory;
use super::{TableError, TableEvent};
use crate::pdb::file::{Check, FileError, WriteOptions};
use crate::pdb::orbits::{DistanceFile, DistanceTable, PositionIndex};
use crate::pdb::places::table_files;
use crate::puzzle::Question;
use crate::search::{Build, TableCache};
use crate::storage::{OutOfMemory, StorageError, remove_abandoned};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

/// The name of the directory of the tables of questions, in a cache directory.
pub const QUESTIONS: &str = "questions";

/// Told of what happens to files.
type Report = Box<dyn FnMut(TableEvent<'_>) + Send>;

/// The tables of questions in a cache directory: those that searches make are written there, and read instead of being
/// made again.
///
/// Each byte of a file is checked, and that it is the table of exactly the question that is asked. A file that cannot
/// be used is replaced; once one cannot be written, no other is tried. If all files together take more than
/// [`MOST_BYTES`](Self::MOST_BYTES), those that were not read for the longest time are removed.
pub struct QuestionCache {
    directory: PathBuf,
    report: Mutex<Report>,
    is_closed: AtomicBool,
    loaded: AtomicUsize,
    written: AtomicUsize,
}

impl QuestionCache {
    /// The most bytes that all files take.
    pub const MOST_BYTES: u64 = 4 << 30;

    /// The least number of positions of a table that is kept: smaller ones take little time to make.
    const LEAST_KEPT: u64 = 1 << 21;

    /// The tables in the directory of questions in a cache directory, both of which are made when there is a table to
    /// keep. `report` is told of files that cannot be read or written, by any thread.
    pub fn new(cache: &Path, report: impl FnMut(TableEvent<'_>) + Send + 'static) -> Self {
        let (is_closed, loaded, written) = Default::default();
        Self { directory: cache.join(QUESTIONS), report: Mutex::new(Box::new(report)), is_closed, loaded, written }
    }

    /// The number of tables that were read so far.
    pub fn loaded(&self) -> usize {
        self.loaded.load(Relaxed)
    }

    /// The number of tables that were written so far.
    pub fn written(&self) -> usize {
        self.written.load(Relaxed)
    }

    /// The file of the table of a question.
    fn path(&self, question: &Question) -> PathBuf {
        self.directory.join(DistanceFile::usual_name(question))
    }

    fn tell(&self, event: TableEvent<'_>) {
        self.report.lock().unwrap_or_else(PoisonError::into_inner)(event);
    }

    /// Loads the table of a question from its file.
    fn load(&self, path: &Path, question: &Question, index: PositionIndex) -> Result<DistanceTable, FileError> {
        let table = DistanceFile::open(path)?.load_for_search(question, index, Check::Full)?;
        // It is kept longer than others; if its time cannot be set, that is no harm.
        let _ = File::options().append(true).open(path).and_then(|file| file.set_modified(SystemTime::now()));
        self.loaded.fetch_add(1, Relaxed);
        Ok(table)
    }

    /// Writes a table, unless another process does or has done so.
    fn keep(&self, question: &Question, table: &mut DistanceTable, options: &WriteOptions) {
        let path = self.path(question);
        let mut save = || {
            make_room(&path, table.bytes(), Self::MOST_BYTES);
            table.save(question, &path, options).map_err(TableError::from)
        };
        match create_directory(&self.directory).and_then(|()| save()) {
            Ok(_) => _ = self.written.fetch_add(1, Relaxed),
            Err(TableError::File(FileError::Storage(StorageError::Exists { .. } | StorageError::Locked { .. }))) => {}
            Err(error) => {
                self.is_closed.store(true, Relaxed);
                self.tell(TableEvent::NoneKept { error: &error });
            }
        }
    }
}

impl TableCache for QuestionCache {
    fn has(&self, question: &Question) -> bool {
        DistanceFile::open(&self.path(question)).is_ok_and(|file| file.answers(question))
    }

    fn load_or_make(
        &self,
        question: &Question,
        mut index: PositionIndex,
        make: &Build<'_>,
    ) -> Result<Option<DistanceTable>, OutOfMemory> {
        if index.len() < Self::LEAST_KEPT {
            return make(question, index);
        }
        let path = self.path(question);
        let is_there = path.exists();
        if is_there {
            match self.load(&path, question, index) {
                Ok(table) => return Ok(Some(table)),
                Err(error) => self.tell(TableEvent::MadeAnew { error: &error }),
            }
            index = PositionIndex::new(question).expect("it had an index before");
        }
        let mut made = make(question, index)?;
        if let Some(table) = made.as_mut().filter(|_| !self.is_closed.load(Relaxed)) {
            self.keep(question, table, &WriteOptions { overwrite: is_there });
        }
        Ok(made)
    }
}

/// Removes those tables in the directory of a file that were not read for the longest time, until the file can be
/// written with so many bytes. Another process may do the same: what is not there any more is not missed.
fn make_room(file: &Path, bytes: u64, most: u64) {
    file.parent().into_iter().for_each(remove_abandoned);
    let others = file.parent().and_then(|directory| table_files(directory).ok()).unwrap_or_default();
    let known = |path: PathBuf| {
        let metadata = path.metadata().ok()?;
        Some((metadata.modified().ok()?, metadata.len(), path))
    };
    let mut files: Vec<_> = others.into_iter().filter(|path| path != file).filter_map(known).collect();
    files.sort();
    let mut all: u64 = bytes + files.iter().map(|(_, bytes, _)| bytes).sum::<u64>();
    for (_, bytes, path) in files {
        if all <= most {
            break;
        }
        if fs::remove_file(path).is_ok() {
            all -= bytes;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Asker, QuestionText};
    use crate::search::Build;
    use std::sync::Arc;
    use std::time::Duration;

    /// The edges of a 3x3x3 by turns of some faces.
    fn question(pieces: &str) -> Question {
        let text = QuestionText { goals: vec![pieces.to_owned()], ..QuestionText::about("3x3x3") };
        text.read(Asker::Stranger).unwrap()
    }

    fn build(_: &Question, index: PositionIndex) -> Result<Option<DistanceTable>, OutOfMemory> {
        DistanceTable::build(index, &AtomicBool::new(false), &|_, _| ())
    }

    fn never(_: &Question, _: PositionIndex) -> Result<Option<DistanceTable>, OutOfMemory> {
        panic!("the table is in the cache")
    }

    struct Place {
        directory: tempfile::TempDir,
        told: Arc<Mutex<Vec<String>>>,
    }

    impl Place {
        fn new() -> Self {
            Self { directory: tempfile::tempdir().unwrap(), told: Arc::default() }
        }

        fn cache(&self) -> QuestionCache {
            let told = self.told.clone();
            QuestionCache::new(self.directory.path(), move |event| told.lock().unwrap().push(format!("{event:?}")))
        }

        /// The counts of the table that a new cache gives.
        fn counts(&self, question: &Question, make: &Build<'_>) -> Vec<u64> {
            let index = PositionIndex::new(question).unwrap();
            self.cache().load_or_make(question, index, make).unwrap().unwrap().counts().to_vec()
        }

        fn file(&self) -> PathBuf {
            table_files(&self.directory.path().join(QUESTIONS)).unwrap().pop().unwrap()
        }
    }

    #[test]
    fn tables_are_made_once() {
        let (place, question) = (Place::new(), question("EDGES:0-4"));
        assert!(!place.cache().has(&question));
        let made = place.counts(&question, &build);
        assert!(place.cache().has(&question));
        assert_eq!(place.counts(&question, &never), made);
        assert!(place.told.lock().unwrap().is_empty());
    }

    #[test]
    fn what_is_quickly_made_is_not_kept() {
        let (place, question) = (Place::new(), question("CORNERS:all/orientation"));
        place.counts(&question, &build);
        assert!(!place.cache().has(&question) && !place.directory.path().join(QUESTIONS).exists());
    }

    #[test]
    fn what_killed_processes_have_left_makes_room() {
        let (place, question) = (Place::new(), question("EDGES:0-4"));
        let directory = place.directory.path().join(QUESTIONS);
        fs::create_dir(&directory).unwrap();
        let [left, written, other] = [".a.pdb.partial", ".b.pdb.partial", "c.partial"].map(|name| directory.join(name));
        [&left, &written, &other].into_iter().for_each(|path| fs::write(path, "some entries").unwrap());
        let writer = File::open(&written).unwrap();
        writer.lock().unwrap();
        place.counts(&question, &build);
        assert!(!left.exists() && written.exists() && other.exists() && place.cache().has(&question));
    }

    #[test]
    fn files_that_cannot_be_used_are_made_anew() {
        let (place, one, other) = (Place::new(), question("EDGES:0-4"), question("EDGES:1-5"));
        let made = place.counts(&one, &build);
        let path = place.file();
        let sound = fs::read(&path).unwrap();
        let mut flipped = sound.clone();
        flipped[sound.len() / 2] ^= 1;
        let foreign = Place::new();
        foreign.counts(&other, &build);
        let of_other = fs::read(foreign.file()).unwrap();
        for wrong in [&flipped[..], &sound[..sound.len() / 2], &[], &of_other] {
            fs::write(&path, wrong).unwrap();
            assert!(!place.cache().has(&one), "it is not read");
            assert_eq!(place.counts(&one, &build), made);
            assert_eq!(place.counts(&one, &never), made);
        }
        let told = place.told.lock().unwrap();
        assert!(told.len() == 4 && told.iter().all(|event| event.starts_with("MadeAnew")), "{told:?}");
    }

    #[test]
    fn searches_go_on_where_nothing_can_be_written() {
        let (place, one, other) = (Place::new(), question("EDGES:0-4"), question("EDGES:1-5"));
        fs::write(place.directory.path().join(QUESTIONS), "no directory").unwrap();
        let cache = place.cache();
        for question in [&one, &other] {
            let index = PositionIndex::new(question).unwrap();
            assert!(cache.load_or_make(question, index, &build).unwrap().is_some());
        }
        let told = place.told.lock().unwrap();
        assert!(told.len() == 1 && told[0].starts_with("NoneKept"), "{told:?}");
    }

    #[test]
    fn those_that_were_not_read_for_long_make_room() {
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name);
        for (age, name) in [(3, "a.pdb"), (1, "b.pdb"), (2, "c.pdb")] {
            fs::write(path(name), [0; 100]).unwrap();
            let then = SystemTime::now() - Duration::from_secs(age * 100);
            File::options().write(true).open(path(name)).unwrap().set_modified(then).unwrap();
        }
        let left = |bytes, most| {
            make_room(&path("new.pdb"), bytes, most);
            ["a.pdb", "b.pdb", "c.pdb"].map(|name| path(name).exists())
        };
        assert_eq!(left(100, 400), [true; 3]);
        make_room(&path("a.pdb"), 200, 400);
        assert!(path("a.pdb").exists(), "it will be replaced");
        assert_eq!(left(101, 400), [false, true, true]);
        assert_eq!(left(150, 250), [false, true, false]);
        make_room(&path("nowhere/new.pdb"), 1, 0);
    }
}
