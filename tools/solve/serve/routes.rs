//! Routes of the server.

use super::connections::{Busy, Connection};
use super::guard::{Guard, Refusal};
use super::lines::line;
use super::searches::Searches;
use super::site;
use cubepdb::record::{Refused, SearchRequest, ServeRecord, check, read_request, scramble, table};
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::{Body, Bytes, Frame, Incoming, SizeHint};
use hyper::header::{self, HeaderName, HeaderValue};
use hyper::{Method, Request, Response, StatusCode};
use serde::Serialize;
use std::convert::Infallible;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::mpsc::Receiver;

/// Most bytes of a request; a cube takes less.
const LARGEST: usize = 64 << 10;
/// The time in which a body has to be there.
const PATIENCE: Duration = Duration::from_secs(10);
/// Most bytes that are taken from whoever is refused: many clients read no answer before they have sent all.
const REFUSED: u64 = 16 << 20;
/// The time that these may take.
const REFUSED_PATIENCE: Duration = Duration::from_secs(2);

/// The sources that the page may load: its own files, and pictures that it has made itself.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// All answers.
pub struct Routes {
    pub guard: Guard,
    pub searches: Arc<Searches>,
}

/// The body of an answer.
pub enum ReplyBody {
    /// A text.
    Whole(Full<Bytes>),
    /// Lines, as they come; the connection is kept until the last one.
    Lines { lines: Receiver<Bytes>, _busy: Busy },
}

impl Body for ReplyBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        match self.get_mut() {
            Self::Whole(text) => Pin::new(text).poll_frame(context),
            Self::Lines { lines, .. } => lines.poll_recv(context).map(|line| line.map(|line| Ok(Frame::data(line)))),
        }
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Self::Whole(text) => text.size_hint(),
            Self::Lines { .. } => SizeHint::default(),
        }
    }
}

impl Routes {
    /// Answers a request that has come by a connection.
    pub async fn answer(
        &self,
        mut request: Request<Incoming>,
        connection: &Rc<Connection>,
    ) -> Result<Response<ReplyBody>, Infallible> {
        connection.begins_request();
        // Whoever has sent many requests waits with each of them until all others have had a turn.
        tokio::task::yield_now().await;
        Ok(match self.route(&mut request, connection).await {
            Ok(answer) => answer,
            Err(refusal) => {
                tokio::time::timeout(REFUSED_PATIENCE, discard(&mut request)).await.ok();
                refused(refusal, request.uri().path())
            }
        })
    }

    async fn route(
        &self,
        request: &mut Request<Incoming>,
        connection: &Rc<Connection>,
    ) -> Result<Response<ReplyBody>, Refusal> {
        let path = request.uri().path().to_owned();
        let asks = path.starts_with("/v1/");
        self.guard.check(request.headers(), asks)?;
        if asks {
            connection.is_trusted();
        }
        let is_read = [Method::GET, Method::HEAD].contains(request.method());
        match (&*path, request.method()) {
            ("/v1/info", _) if is_read => Ok(json_of(&self.searches.info())),
            ("/v1/check", &Method::POST) => Ok(json_of(&check(read_request(&body(request).await?)).map_err(bad)?)),
            ("/v1/scramble", &Method::POST) => {
                Ok(json_of(&scramble(read_request(&body(request).await?)).map_err(bad)?))
            }
            ("/v1/solve", &Method::POST) => {
                let search = SearchRequest::new(read_request(&body(request).await?)).map_err(bad)?;
                Ok(stream_of(self.searches.begin(search).await?, connection))
            }
            ("/v1/tables", &Method::POST) => {
                let spec = table(read_request(&body(request).await?)).map_err(bad)?;
                Ok(stream_of(self.searches.begin_table(spec)?, connection))
            }
            _ if is_read && !asks => match site::find(&path) {
                Some((_, kind, text)) => {
                    Ok(with_type(StatusCode::OK, kind, ReplyBody::Whole(Bytes::from_static(text.as_bytes()).into())))
                }
                None => Err((StatusCode::NOT_FOUND, "not-found", format!("there is nothing at {path}"))),
            },
            _ => Err(match methods_of(&path) {
                Some(methods) => (StatusCode::METHOD_NOT_ALLOWED, "method", format!("{path} is for {methods}")),
                None => (StatusCode::NOT_FOUND, "not-found", format!("there is nothing at {path}")),
            }),
        }
    }
}

/// The methods of the requests to a path, if there is anything.
fn methods_of(path: &str) -> Option<&'static str> {
    match path {
        "/v1/check" | "/v1/scramble" | "/v1/solve" | "/v1/tables" => Some("POST"),
        "/v1/info" => Some("GET, HEAD"),
        path => site::find(path).map(|_| "GET, HEAD"),
    }
}

/// A request that is not understood.
fn bad((code, sentence): Refused) -> Refusal {
    (StatusCode::BAD_REQUEST, code, sentence)
}

/// The answer to a request that is refused.
fn refused((status, code, message): Refusal, path: &str) -> Response<ReplyBody> {
    let mut answer = json_of(&ServeRecord::from((code, message)));
    *answer.status_mut() = status;
    if let (StatusCode::METHOD_NOT_ALLOWED, Some(allowed)) = (status, methods_of(path)) {
        answer.headers_mut().insert(header::ALLOW, HeaderValue::from_static(allowed));
    }
    // Who is refused does not keep a place.
    answer.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    answer
}

/// Takes what is left of a request that is refused, unless its sender waits to be asked for it, or it is too much.
async fn discard(request: &mut Request<Incoming>) {
    if request.headers().contains_key(header::EXPECT) || request.body().size_hint().lower() > REFUSED {
        return;
    }
    let mut taken = 0;
    while let Some(Ok(frame)) = request.frame().await {
        taken += frame.data_ref().map_or(0, |data| data.len() as u64);
        if taken > REFUSED {
            return;
        }
    }
}

/// The body of a request in JSON.
async fn body(request: &mut Request<Incoming>) -> Result<Bytes, Refusal> {
    Guard::check_json(request.headers())?;
    let too_large = || {
        let sentence = format!("a request has at most {LARGEST} bytes");
        (StatusCode::PAYLOAD_TOO_LARGE, "too-large", sentence)
    };
    if request.body().size_hint().lower() > LARGEST as u64 {
        return Err(too_large());
    }
    let collected = tokio::time::timeout(PATIENCE, Limited::new(request.body_mut(), LARGEST).collect()).await;
    let late = |_| (StatusCode::REQUEST_TIMEOUT, "late", "the request did not come to its end".to_owned());
    match collected.map_err(late)? {
        Ok(body) => Ok(body.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => Err(too_large()),
        Err(error) => {
            let sentence = format!("the body of the request did not come whole: {error}");
            Err((StatusCode::BAD_REQUEST, "body", sentence))
        }
    }
}

fn stream_of(lines: Receiver<Bytes>, connection: &Rc<Connection>) -> Response<ReplyBody> {
    with_type(StatusCode::OK, "application/x-ndjson", ReplyBody::Lines { lines, _busy: Busy::new(connection) })
}

fn json_of(record: &impl Serialize) -> Response<ReplyBody> {
    with_type(StatusCode::OK, "application/json", ReplyBody::Whole(line(record).into()))
}

fn with_type(status: StatusCode, kind: &'static str, body: ReplyBody) -> Response<ReplyBody> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_TYPE, kind),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        // The next version of the program has other files at the same address.
        (header::CACHE_CONTROL, "no-store"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}
