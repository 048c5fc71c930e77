//! System-dependent functions: each has a version for Unix and a plain one for any other system.

#[cfg(any(test, not(unix)))]
mod plain;
#[cfg(unix)]
mod unix;

#[cfg(not(unix))]
pub use plain::*;
#[cfg(unix)]
pub use unix::*;

#[cfg(test)]
mod tests {
    macro_rules! on_every_system {
        ($system:ident) => {
            mod $system {
                use crate::storage::system::$system::*;
                use std::fs::{self, File, OpenOptions};
                use std::io::ErrorKind;

                #[test]
                fn files_are_read_written_and_named() {
                    let directory = tempfile::tempdir().unwrap();
                    let [one, two] = ["one", "two"].map(|name| directory.path().join(name));
                    let file = OpenOptions::new().read(true).write(true).create_new(true).open(&one).unwrap();
                    reserve(&file, 11).unwrap();
                    write_all_at(&file, b"world", 6).unwrap();
                    write_all_at(&file, b"hello ", 0).unwrap();
                    let mut bytes = [0; 5];
                    read_exact_at(&file, &mut bytes, 3).unwrap();
                    assert_eq!(&bytes, b"lo wo");
                    assert_eq!(read_exact_at(&file, &mut bytes, 8).unwrap_err().kind(), ErrorKind::UnexpectedEof);
                    assert!(has_name(&file, &one).unwrap() && !has_name(&file, &two).unwrap());
                    rename_new(&one, &two).unwrap();
                    assert!(!one.exists() && fs::read(&two).unwrap() == b"hello world");
                    assert_eq!(file_number(&file.metadata().unwrap()), file_number(&fs::metadata(&two).unwrap()));
                    fs::write(&one, "again").unwrap();
                    assert_eq!(rename_new(&one, &two).unwrap_err().kind(), ErrorKind::AlreadyExists);
                    assert_eq!(fs::read(&two).unwrap(), b"hello world");
                    open_without_following(OpenOptions::new().read(true), &one).unwrap();
                    open_without_waiting(OpenOptions::new().read(true), &two).unwrap();
                    sync_directory(directory.path()).unwrap();
                    assert!(free_space(directory.path()) > 0);
                }

                #[test]
                fn what_is_no_file_has_a_name() {
                    let null = File::open("/dev/null").unwrap().metadata().unwrap();
                    assert_eq!(special_kind(null.file_type()), "a device");
                }

                #[test]
                fn huge_pages_and_limits_need_not_be_there() {
                    let mut map = memmap2::MmapMut::map_anon(4 << 20).unwrap();
                    prefer_huge_pages_mut(&map);
                    map[..].fill(7);
                    let map = map.make_read_only().unwrap();
                    prefer_huge_pages(&map);
                    assert!(map.iter().all(|&byte| byte == 7));
                    assert!(address_space_limit().is_none_or(|limit| limit > 1 << 20));
                }
            }
        };
    }

    #[cfg(unix)]
    on_every_system!(unix);
    on_every_system!(plain);
}
