//! Connections: how many there are, how long the server waits for the reader of one, and which one gives way.
//!
//! A new connection is always accepted. If too many are open, the one that gives way has no search, belongs to a
//! stranger if there is one, and has been without a request for longest. So whoever holds connections keeps nobody else
//! out.

use std::cell::{Cell, RefCell};
use std::io;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::Notify;
use tokio::time::{Instant, Sleep, sleep};

/// Times for which the server waits for readers.
#[derive(Clone, Copy)]
pub struct Patience {
    /// The time within which a reader has to take some bytes.
    pub once: Duration,
    /// The time that all waiting for the reader of one connection may take.
    pub altogether: Duration,
}

/// An open connection.
pub struct Connection {
    /// When its last request began, or it was accepted.
    last_request: Cell<Instant>,
    /// True if a request that was allowed to ask came by it.
    is_owner: Cell<bool>,
    /// True if its reader takes no bytes at the moment.
    is_blocked: Cell<bool>,
    /// Searches whose lines go to it.
    searches: Cell<usize>,
    /// Told when it has to give way.
    closing: Notify,
}

impl Connection {
    /// Notes that a request begins.
    pub fn begins_request(&self) {
        self.last_request.set(Instant::now());
    }

    /// Notes that a request was allowed to ask for more than the files of the page.
    pub fn is_trusted(&self) {
        self.is_owner.set(true);
    }

    /// Waits until the connection has to give way.
    pub async fn gives_way(&self) {
        self.closing.notified().await;
    }

    /// Returns whether a search goes on whose lines are being read.
    fn is_busy(&self) -> bool {
        self.searches.get() > 0 && !self.is_blocked.get()
    }
}

/// A search whose lines go to a connection.
pub struct Busy(Rc<Connection>);

impl Busy {
    /// Keeps the connection until it is dropped.
    pub fn new(connection: &Rc<Connection>) -> Self {
        connection.searches.update(|searches| searches + 1);
        Self(connection.clone())
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.searches.update(|searches| searches - 1);
    }
}

/// All open connections.
pub struct Connections {
    most: usize,
    open: RefCell<Vec<Rc<Connection>>>,
}

impl Connections {
    /// Room for so many connections.
    pub fn new(most: usize) -> Rc<Self> {
        Rc::new(Self { most, open: RefCell::default() })
    }

    /// Adds a connection. One of the others gives way if there are too many.
    pub fn open(&self) -> Rc<Connection> {
        if self.open.borrow().len() >= self.most {
            self.close_one();
        }
        let connection = Rc::new(Connection {
            last_request: Cell::new(Instant::now()),
            is_owner: Cell::new(false),
            is_blocked: Cell::new(false),
            searches: Cell::new(0),
            closing: Notify::new(),
        });
        self.open.borrow_mut().push(connection.clone());
        connection
    }

    /// Removes a connection that has ended.
    pub fn remove(&self, connection: &Rc<Connection>) {
        self.open.borrow_mut().retain(|open| !Rc::ptr_eq(open, connection));
    }

    /// Tells a connection to give way, unless all have searches.
    pub fn close_one(&self) {
        let mut open = self.open.borrow_mut();
        let idle = open.iter().enumerate().filter(|(_, connection)| !connection.is_busy());
        let first = idle.min_by_key(|(_, connection)| (connection.is_owner.get(), connection.last_request.get()));
        if let Some(place) = first.map(|(place, _)| place) {
            // Its task may not have begun to wait: the message is kept for it.
            open.remove(place).closing.notify_one();
        }
    }
}

/// A stream that is an error once its reader has kept the server waiting for too long.
pub struct Stream<S> {
    inner: S,
    connection: Rc<Connection>,
    once: Duration,
    /// The rest of the time that all waiting may take.
    left: Duration,
    /// Since when the reader takes no bytes.
    since: Option<Instant>,
    timer: Pin<Box<Sleep>>,
}

impl<S> Stream<S> {
    /// Watches the reader of a connection.
    pub fn new(inner: S, connection: &Rc<Connection>, patience: Patience) -> Self {
        let Patience { once, altogether: left } = patience;
        Self { inner, connection: connection.clone(), once, left, since: None, timer: Box::pin(sleep(once)) }
    }

    /// Looks at the time of waiting after the stream was asked to write.
    fn timed<T>(&mut self, written: Poll<io::Result<T>>, context: &mut Context<'_>) -> Poll<io::Result<T>> {
        self.connection.is_blocked.set(written.is_pending());
        match (written, self.since) {
            (Poll::Ready(written), since) => {
                self.left = self.left.saturating_sub(since.map_or(Duration::ZERO, |since| since.elapsed()));
                self.since = None;
                return Poll::Ready(written);
            }
            (Poll::Pending, None) => {
                let now = Instant::now();
                self.since = Some(now);
                self.timer.as_mut().reset(now + self.once.min(self.left));
            }
            (Poll::Pending, Some(_)) => {}
        }
        self.timer.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Stream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Stream<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.inner).poll_write(context, bytes);
        self.timed(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.inner).poll_write_vectored(context, bytes);
        self.timed(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;
    use std::net::Ipv4Addr;
    use std::sync::mpsc::{self, RecvTimeoutError};
    use std::thread;
    use tokio::net::{TcpListener, TcpSocket};

    fn runtime() -> tokio::runtime::Runtime {
        tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap()
    }

    #[test]
    fn strangers_without_a_request_give_way_first() {
        runtime().block_on(async {
            let connections = Connections::new(4);
            let closed = |connection: &Connection| {
                let closing = std::pin::pin!(connection.gives_way());
                closing.poll(&mut Context::from_waker(std::task::Waker::noop())).is_ready()
            };
            let [owner, searching, first, second] = std::array::from_fn(|_| connections.open());
            owner.is_trusted();
            searching.is_trusted();
            let search = Busy::new(&searching);
            // The older stranger has asked for something since.
            tokio::time::sleep(Duration::from_millis(2)).await;
            first.begins_request();
            connections.open();
            assert_eq!([&owner, &searching, &first, &second].map(|one| closed(one)), [false, false, false, true]);
            let strangers: Vec<_> = (0..100).map(|_| connections.open()).collect();
            assert_eq!([&owner, &searching, &first].map(|one| closed(one)), [false, false, true]);
            assert_eq!(strangers.iter().filter(|stranger| !closed(stranger)).count(), 2);
            // Those that have the token replace each other only when no stranger is left, and never a search.
            strangers.iter().for_each(|stranger| stranger.is_trusted());
            connections.open();
            assert_eq!([&owner, &searching].map(|one| closed(one)), [true, false]);
            // A search that nobody reads protects nothing.
            searching.is_blocked.set(true);
            connections.open().is_trusted();
            connections.open().is_trusted();
            assert!(closed(&searching));
            drop(search);
        });
    }

    /// Writes without end to a reader that takes `bytes` every 20 ms, and returns the time until the server is tired of
    /// it.
    fn time_until_dropped(bytes: usize) -> Duration {
        runtime().block_on(async {
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
            let client = TcpSocket::new_v4().unwrap();
            client.set_recv_buffer_size(2048).unwrap();
            let address = listener.local_addr().unwrap();
            let (client, accepted) = tokio::join!(client.connect(address), listener.accept());
            let mut client = client.unwrap().into_std().unwrap();
            client.set_nonblocking(false).unwrap();
            let (ends, ended) = mpsc::channel::<()>();
            let reader = thread::spawn(move || {
                let mut buffer = vec![0; bytes];
                while ended.recv_timeout(Duration::from_millis(20)) == Err(RecvTimeoutError::Timeout) {
                    // The server may have closed the connection.
                    let _ = client.read(&mut buffer);
                }
            });
            let patience = Patience { once: Duration::from_millis(400), altogether: Duration::from_millis(1200) };
            let mut stream = Stream::new(accepted.unwrap().0, &Connections::new(1).open(), patience);
            let begun = Instant::now();
            let error = loop {
                let write = std::future::poll_fn(|context| Pin::new(&mut stream).poll_write(context, &[0; 65536]));
                match tokio::time::timeout(Duration::from_secs(9), write).await.expect("it does not wait for ever") {
                    Ok(_) => assert!(begun.elapsed() < Duration::from_secs(9), "it does not write for ever"),
                    Err(error) => break error,
                }
            };
            assert_eq!(error.kind(), io::ErrorKind::TimedOut);
            let time = begun.elapsed();
            drop((stream, ends));
            reader.join().unwrap();
            time
        })
    }

    #[test]
    fn who_takes_nothing_is_dropped_at_once_and_who_takes_little_by_little_in_the_end() {
        assert!(time_until_dropped(0) < Duration::from_secs(5));
        let dripping = time_until_dropped(65536);
        assert!(dripping >= Duration::from_millis(400), "{dripping:?}");
    }
}
