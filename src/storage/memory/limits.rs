//! The memory that this process may still take.

use std::fs;
use std::path::Path;

/// Bytes available without swapping, being refused or being killed: the least of the memory that the kernel reports as
/// available, of the headroom of every control group above this process, and of the address space it may still use.
/// `u64::MAX` if the system does not tell.
pub fn available_memory() -> u64 {
    let read = |path| fs::read_to_string(path).unwrap_or_default();
    let system = field(&read("/proc/meminfo"), "MemAvailable:").map_or(u64::MAX, |kib| kib.saturating_mul(1024));
    let groups = group_headroom(Path::new("/sys/fs/cgroup"), &read("/proc/self/cgroup"));
    system.min(groups).min(address_space(&read("/proc/self/limits"), &read("/proc/self/status")))
}

/// The rest of the limited address space (`ulimit -v`).
fn address_space(limits: &str, status: &str) -> u64 {
    let limit = limits.lines().find_map(|line| line.strip_prefix("Max address space"));
    let limit: Option<u64> = limit.and_then(|line| line.split_ascii_whitespace().next()?.parse().ok());
    let used = field(status, "VmSize:").map_or(0, |kib| kib.saturating_mul(1024));
    limit.map_or(u64::MAX, |limit| limit.saturating_sub(used))
}

/// Names of the files of one version of control groups.
struct GroupFiles {
    limit: &'static str,
    usage: &'static str,
    /// Prefix of the lines of `memory.stat` that count a group together with those below it.
    total: &'static str,
}

const VERSION_1: GroupFiles =
    GroupFiles { limit: "memory.limit_in_bytes", usage: "memory.usage_in_bytes", total: "total_" };
const VERSION_2: GroupFiles = GroupFiles { limit: "memory.max", usage: "memory.current", total: "" };

/// The least headroom of the groups named by `groups`, the text of `/proc/self/cgroup`, and of all above them.
fn group_headroom(root: &Path, groups: &str) -> u64 {
    let headroom = |line: &str| {
        let (controllers, group) = line.split_once(':')?.1.split_once(':')?;
        let (mount, files) = match controllers {
            "" => (root.to_owned(), VERSION_2),
            list if list.split(',').any(|name| name == "memory") => (root.join("memory"), VERSION_1),
            _ => return None,
        };
        // In a container the named group may lie outside of the mounted hierarchy; the mount itself always counts.
        let ancestors = Path::new(group.trim_start_matches('/')).ancestors();
        ancestors.filter_map(|group| headroom_of(&mount.join(group), &files)).min()
    };
    groups.lines().filter_map(headroom).min().unwrap_or(u64::MAX)
}

/// The headroom of one group; `None` if it sets no limit.
fn headroom_of(group: &Path, files: &GroupFiles) -> Option<u64> {
    let read = |name: &str| fs::read_to_string(group.join(name)).ok();
    let limit: u64 = read(files.limit)?.trim().parse().ok()?;
    let usage: u64 = read(files.usage)?.trim().parse().ok()?;
    // Cached file pages count as usage, but they are reclaimed before memory is refused.
    let stat = read("memory.stat").unwrap_or_default();
    let cache = |name| field(&stat, &format!("{}{name}", files.total)).unwrap_or(0);
    let cached = cache("inactive_file").saturating_add(cache("active_file"));
    Some(limit.saturating_sub(usage.saturating_sub(cached)))
}

/// The number behind `key` in a text of lines such as `MemAvailable:  1024 kB`.
fn field(text: &str, key: &str) -> Option<u64> {
    text.lines().find_map(|line| {
        let mut words = line.split_ascii_whitespace();
        (words.next() == Some(key)).then(|| words.next()?.parse().ok()).flatten()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(at: &Path, files: &[(&str, &str)]) {
        fs::create_dir_all(at).unwrap();
        for (name, text) in files {
            fs::write(at.join(name), text).unwrap();
        }
    }

    #[test]
    fn this_machine_has_memory() {
        assert!(available_memory() > 1 << 20);
    }

    #[test]
    fn a_limited_address_space_counts() {
        let limits =
            |soft| format!("Limit  Soft Limit  Hard Limit  Units\nMax address space    {soft}  unlimited  bytes\n");
        let status = "Name:\tsolve\nVmSize:\t      10 kB\n";
        assert_eq!(address_space(&limits("61440"), status), 51_200);
        assert_eq!(address_space(&limits("5"), status), 0);
        assert_eq!(address_space(&limits("unlimited"), status), u64::MAX);
        assert_eq!(address_space("", ""), u64::MAX);
    }

    #[test]
    fn the_tightest_group_of_version_2_counts_and_its_cache_is_free() {
        let root = tempfile::tempdir().unwrap();
        let stat = "anon 100\ninactive_file 200\nactive_file 50\n";
        group(&root.path().join("a"), &[("memory.max", "1000\n"), ("memory.current", "400\n"), ("memory.stat", stat)]);
        group(&root.path().join("a/b"), &[("memory.max", "max\n"), ("memory.current", "400\n")]);
        assert_eq!(group_headroom(root.path(), "0::/a/b\n"), 850);
        assert_eq!(group_headroom(root.path(), "0::/other\n"), u64::MAX);
        assert_eq!(group_headroom(root.path(), "nonsense\n"), u64::MAX);
    }

    #[test]
    fn version_1_is_read_where_it_is_mounted() {
        let root = tempfile::tempdir().unwrap();
        let files = [("memory.limit_in_bytes", "900\n"), ("memory.usage_in_bytes", "1000\n")];
        group(&root.path().join("memory"), &files);
        assert_eq!(group_headroom(root.path(), "5:cpu:/x\n4:memory,hugetlb:/docker/far-away\n"), 0);
    }
}
