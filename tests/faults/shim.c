/* Stands between a program and the C library, when it is preloaded, and lets system calls fail:
 *
 * FAULT_CALLS  which ones: words such as write,sync,rename
 * FAULT_UNDER  only those about files below this directory, or about files with relative names
 * FAULT_AT     the number of the one that fails, from 1
 * FAULT_LASTS  if set, all later ones fail as well
 * FAULT_ERRNO  how
 * FAULT_LOG    a file that gets a line for each call that failed
 * FAULT_SHORT  if set, writes and reads do half of what they are asked for
 * FAULT_CLOCK  if set, the time of day jumps by hours, there and back, whenever somebody looks at it
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static const char *calls, *under;
static long at, error_number;
static int lasts, log_file = -1, short_transfers, clock_jumps;
static atomic_long seen;

static long number(const char *name) {
    const char *text = getenv(name);
    return text ? atol(text) : 0;
}

__attribute__((constructor)) static void start(void) {
    const char *log = getenv("FAULT_LOG");
    calls = getenv("FAULT_CALLS");
    under = getenv("FAULT_UNDER");
    at = number("FAULT_AT");
    error_number = number("FAULT_ERRNO");
    lasts = getenv("FAULT_LASTS") != NULL;
    short_transfers = getenv("FAULT_SHORT") != NULL;
    clock_jumps = getenv("FAULT_CLOCK") != NULL;
    if (log)
        log_file = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
}

/* Whether a word is in the list of calls. */
static int listed(const char *call) {
    size_t length = strlen(call);
    for (const char *found = calls; found && (found = strstr(found, call)); found++) {
        int begins = found == calls || found[-1] == ',';
        if (begins && (found[length] == ',' || found[length] == 0))
            return 1;
    }
    return 0;
}

static int concerns(const char *path) {
    return path && (path[0] != '/' || (under && strncmp(path, under, strlen(under)) == 0));
}

/* Whether this call is to fail; then errno says why. */
static int fails(const char *call, const char *path) {
    if (!at || !listed(call) || !concerns(path))
        return 0;
    long count = atomic_fetch_add(&seen, 1) + 1;
    if (count != at && !(lasts && count > at))
        return 0;
    char line[512];
    int length = snprintf(line, sizeof line, "%s %s\n", call, path);
    if (log_file >= 0)
        (void)!syscall(SYS_write, log_file, line, length < (int)sizeof line ? length : (int)sizeof line - 1);
    errno = (int)error_number;
    return 1;
}

static const char *name_of(int file, char *name, size_t room) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, name, room - 1);
    if (length < 0)
        return NULL;
    name[length] = 0;
    /* Pipes and the like are no files of anybody. */
    return name[0] == '/' ? name : NULL;
}

static int fails_on(const char *call, int file) {
    char name[4096];
    int before = errno;
    const char *path = at && listed(call) ? name_of(file, name, sizeof name) : NULL;
    errno = before;
    return path && fails(call, path);
}

static size_t part(size_t size) { return short_transfers && size > 1 ? size / 2 : size; }

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#define OPEN(name)                                                                                                     \
    int name(const char *path, int flags, ...) {                                                                       \
        va_list rest;                                                                                                  \
        va_start(rest, flags);                                                                                         \
        mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(rest, mode_t) : 0;                                      \
        va_end(rest);                                                                                                  \
        return fails("open", path) ? -1 : REAL(name)(path, flags, mode);                                               \
    }
OPEN(open)
OPEN(open64)

#define ON_FILE(result, name, call, parameters, arguments)                                                             \
    result name parameters { return fails_on(call, file) ? -1 : REAL(name) arguments; }
ON_FILE(ssize_t, write, "write", (int file, const void *from, size_t size), (file, from, part(size)))
ON_FILE(ssize_t, pwrite, "write", (int file, const void *from, size_t size, off_t place),
        (file, from, part(size), place))
ON_FILE(ssize_t, pwrite64, "write", (int file, const void *from, size_t size, off64_t place),
        (file, from, part(size), place))
ON_FILE(ssize_t, writev, "write", (int file, const struct iovec *parts, int count), (file, parts, count))
ON_FILE(ssize_t, read, "read", (int file, void *to, size_t size), (file, to, part(size)))
ON_FILE(ssize_t, pread, "read", (int file, void *to, size_t size, off_t place), (file, to, part(size), place))
ON_FILE(ssize_t, pread64, "read", (int file, void *to, size_t size, off64_t place), (file, to, part(size), place))
ON_FILE(int, fsync, "sync", (int file), (file))
ON_FILE(int, fdatasync, "sync", (int file), (file))
ON_FILE(int, ftruncate, "truncate", (int file, off_t length), (file, length))
ON_FILE(int, ftruncate64, "truncate", (int file, off64_t length), (file, length))
ON_FILE(int, fallocate, "allocate", (int file, int mode, off_t from, off_t length), (file, mode, from, length))
ON_FILE(int, fallocate64, "allocate", (int file, int mode, off64_t from, off64_t length), (file, mode, from, length))
ON_FILE(int, flock, "lock", (int file, int operation), (file, operation))

#define ON_PATH(name, call, path, parameters, arguments)                                                               \
    int name parameters { return fails(call, path) ? -1 : REAL(name) arguments; }
extern int renameat2(int, const char *, int, const char *, unsigned);
ON_PATH(rename, "rename", to, (const char *from, const char *to), (from, to))
ON_PATH(renameat2, "rename", to, (int a, const char *from, int b, const char *to, unsigned flags),
        (a, from, b, to, flags))
ON_PATH(link, "rename", to, (const char *from, const char *to), (from, to))
ON_PATH(unlink, "unlink", path, (const char *path), (path))
ON_PATH(mkdir, "mkdir", path, (const char *path, mode_t mode), (path, mode))

int statx(int directory, const char *restrict path, int flags, unsigned mask, struct statx *restrict out) {
    /* Some ask whether this call exists at all by a path that is null. */
    const char *volatile name = path;
    int failed = name && (name[0] ? fails("stat", name) : fails_on("stat", directory));
    return failed ? -1 : REAL(statx)(directory, path, flags, mask, out);
}

/* Memory for tables; that of threads and of the C library comes in smaller pieces, or another way. */
static int no_memory(size_t length) { return length >= (64 << 10) && fails("map", "memory"); }
void *mmap(void *place, size_t length, int protection, int flags, int file, off_t from) {
    return no_memory(length) ? MAP_FAILED : REAL(mmap)(place, length, protection, flags, file, from);
}
void *mmap64(void *place, size_t length, int protection, int flags, int file, off64_t from) {
    return no_memory(length) ? MAP_FAILED : REAL(mmap64)(place, length, protection, flags, file, from);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    static atomic_long looks;
    int result = (int)syscall(SYS_clock_gettime, clock, time);
    if (clock_jumps && result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
        long look = atomic_fetch_add(&looks, 1);
        time->tv_sec += (look % 2 ? -1 : 1) * (look + 1) * 3600;
    }
    return result;
}
