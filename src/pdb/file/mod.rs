//! Table files: written whole or not at all, and checked before use. `FORMAT.md` describes every byte.
//!
//! Writing goes to a temporary name, is synced and then renamed, so a file under its final name is complete. Opening
//! checks the header and all sizes and costs microseconds; [`TableFile::check_blocks`] and [`Check::Full`] read every
//! byte. A checksum cannot prove that the entries are *right*: that is the verifier's task.
//!
//! Nothing here prints or ends the process: every failure is a [`FileError`].

mod blocks;
mod checkpoint;
mod compress;
mod error;
mod header;
mod layout;
mod load;
mod question;
mod read;
mod seekable;
mod write;

#[cfg(test)]
mod testing;

pub use checkpoint::{Checkpoint, checkpoint_path};
pub use compress::{CompressOptions, compress, decompress};
pub use error::{FileError, Result};
pub use header::{Header, MAGIC, VERSION};
pub use layout::{BLOCK, DATA_OFFSET, HEADER_LENGTH};
pub use load::{Check, LoadMode, read_parts};
pub use read::{TableFile, read_header};
pub use write::{QuestionTable, WriteOptions, write_parts, write_question_table, write_table};
