//! `solve serve`: a page to paint a cube and watch its solution, and the requests behind it.
//!
//! One thread accepts connections and reads requests; each search runs on a thread of its own with all workers of the
//! machine, one search at a time. A search is streamed to whoever asked for it, and ends when they leave.

mod connections;
mod guard;
mod lines;
mod puzzles;
mod queue;
mod routes;
mod searches;
mod site;

use crate::cache::CacheArgs;
use crate::common::cli::threads;
use crate::common::exit::{Failure, Status, say};
use crate::common::output::stdout;
use crate::common::signals::Interrupt;
use crate::common::units::parse_size;
use anyhow::anyhow;
use clap::Args;
use connections::{Connections, Patience, Stream};
use guard::Guard;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use routes::Routes;
use searches::Searches;
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::pin::pin;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;

/// Opens a page in the browser: paint a cube, solve it, and watch the solution.
///
/// The page and all that it needs are in this program, and only this machine can reach it, unless --listen says
/// otherwise. Ctrl-C ends it.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  solve serve --open                         shows the page in the browser
  solve serve --port 9000 --threads 4
  solve serve --listen 192.168.1.5           for others too, with a token

Programs can use it as well: docs/serving.md describes the requests.")]
pub struct ServeCommand {
    /// The port; 0 takes any that is free.
    #[arg(long, value_name = "PORT", default_value_t = 8048)]
    port: u16,
    /// Shows the page in the browser.
    #[arg(long)]
    open: bool,
    /// The address to listen at. Beyond this machine, each request needs a token, which the link contains.
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    listen: IpAddr,
    /// A table, or a directory of tables, instead of the default ones; may be given several times.
    #[arg(long, value_name = "DIR|FILE", help_heading = "Tables")]
    pdb: Vec<PathBuf>,
    #[command(flatten, next_help_heading = "Tables")]
    cache: CacheArgs,
    /// Most memory that building default tables may use: 512M, 8G [default: the free memory].
    #[arg(long, value_name = "SIZE", value_parser = parse_size, env = "CUBEPDB_MAX_MEMORY", hide_env_values = true, help_heading = "Tables")]
    max_memory: Option<u64>,
    /// Worker threads [default: one for each core].
    #[arg(long, short, value_name = "N", env = "CUBEPDB_THREADS", hide_env_values = true, value_parser = threads)]
    threads: Option<u64>,
}

/// Connections at a time. For more, others are closed.
const CONNECTIONS: usize = 256;
/// The time in which a request has to be there.
const PATIENCE: Duration = Duration::from_secs(10);
/// The time that readers get to take an answer.
const READERS: Patience = Patience { once: Duration::from_secs(10), altogether: Duration::from_secs(30) };
/// The time between two looks at the interrupt flag.
const TICK: Duration = Duration::from_millis(50);
/// The time that searches get to end.
const END: Duration = Duration::from_secs(2);

/// Serves until an interrupt.
pub fn run(args: &ServeCommand) -> Result<Status, Failure> {
    let searches = Searches::new(args)?;
    let interrupt = Interrupt::listen()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let listener = runtime.block_on(listen(SocketAddr::new(args.listen, args.port)))?;
    let address = listener.local_addr()?;
    let guard = Guard::of(address);
    let link = guard.link(address);
    writeln!(stdout(), "{link}")?;
    stdout().flush()?;
    say("note: open this address in a browser; Ctrl-C ends the program");
    if args.listen.is_unspecified() {
        say(&format!("note: for other machines, put the name of this one in the place of {}", args.listen));
    }
    if args.open && !open(&link) {
        say("note: no browser could be started: open the address by hand");
    }
    let routes = Arc::new(Routes { guard, searches });
    runtime.block_on(serve(listener, &routes, &interrupt));
    runtime.shutdown_timeout(END);
    Ok(interrupt.status())
}

async fn listen(address: SocketAddr) -> Result<TcpListener, Failure> {
    TcpListener::bind(address).await.map_err(|error| {
        let advice = match error.kind() {
            std::io::ErrorKind::AddrInUse => "; --port chooses another port",
            _ => "",
        };
        Failure::new(Status::Io, anyhow!("cannot listen at {address}: {error}{advice}"))
    })
}

async fn serve(listener: TcpListener, routes: &Arc<Routes>, interrupt: &Interrupt) {
    let connections = Connections::new(CONNECTIONS);
    let local = tokio::task::LocalSet::new();
    let accept = async {
        loop {
            let Ok((stream, _)) = listener.accept().await else {
                // Too many open files, for example: they become fewer.
                connections.close_one();
                tokio::time::sleep(TICK).await;
                continue;
            };
            // A short answer does not wait for others to fill its packet.
            _ = stream.set_nodelay(true);
            let (connections, connection, routes) = (connections.clone(), connections.open(), routes.clone());
            tokio::task::spawn_local(async move {
                let service = hyper::service::service_fn(|request| routes.answer(request, &connection));
                let stream = Stream::new(stream, &connection, READERS);
                let mut http = http1::Builder::new();
                http.timer(TokioTimer::new()).header_read_timeout(PATIENCE).max_buf_size(64 << 10);
                let mut serving = pin!(http.serve_connection(TokioIo::new(stream), service));
                // An error is a connection that has ended.
                tokio::select! {
                    _ = &mut serving => (),
                    () = connection.gives_way() => return,
                    () = routes.searches.ending() => {
                        serving.as_mut().graceful_shutdown();
                        serving.await.ok();
                    }
                }
                connections.remove(&connection);
            });
            // The request of this one may be there: it is read before others are accepted, which could replace it.
            tokio::task::yield_now().await;
        }
    };
    let interrupted = async {
        while !interrupt.is_raised() {
            tokio::time::sleep(TICK).await;
        }
    };
    local
        .run_until(async {
            tokio::select! {
                () = accept => (),
                () = interrupted => (),
            }
        })
        .await;
    // Whoever waits for an answer gets what there is by now.
    routes.searches.end();
    tokio::time::timeout(END, local).await.ok();
}

/// Starts a browser.
fn open(link: &str) -> bool {
    let program = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let mut command = if cfg!(windows) {
        let mut command = Command::new("cmd");
        command.args(["/C", "start", ""]);
        command
    } else {
        Command::new(program)
    };
    command.arg(link).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().is_ok()
}
