//! The guard, which decides whose requests are answered.
//!
//! A page of another site can make the browser of a person send requests to this program. It is kept out three ways:
//! the name of the host must be one of this machine, so that no other name can be pointed here; a request that comes
//! from a page must come from the page of this program; and requests carry JSON, which browsers send to other sites
//! only after they have asked.

use hyper::header::{AUTHORIZATION, CONTENT_TYPE, HOST, ORIGIN};
use hyper::{HeaderMap, StatusCode};
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::net::{IpAddr, SocketAddr};

/// Headers in which browsers say where a request comes from.
const SITE: &str = "sec-fetch-site";
const MODE: &str = "sec-fetch-mode";

/// A refusal: the status, a code for programs, and a sentence.
pub type Refusal = (StatusCode, &'static str, String);

/// Decides who may ask.
pub struct Guard {
    /// The token that requests must carry if other machines can send some.
    token: Option<String>,
    /// The address that the program listens at.
    own: IpAddr,
}

impl Guard {
    /// The guard of a server at this address.
    pub fn of(address: SocketAddr) -> Self {
        Self { token: (!address.ip().is_loopback()).then(token), own: address.ip() }
    }

    /// The link to the page. What follows `#` is not sent with requests for it.
    pub fn link(&self, address: SocketAddr) -> String {
        let token = self.token.as_ref().map(|token| format!("#token={token}")).unwrap_or_default();
        format!("http://{address}/{token}")
    }

    /// Returns whether a request may be answered. `asks`: it is for more than the files of the page.
    pub fn check(&self, headers: &HeaderMap, asks: bool) -> Result<(), Refusal> {
        if let Some(twice) = [HOST, ORIGIN].into_iter().find(|name| headers.get_all(name).iter().count() > 1) {
            return Err((StatusCode::BAD_REQUEST, "header", format!("a request may have only one {twice} header")));
        }
        let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or_default());
        let host = &*text(HOST.as_str()).unwrap_or_default().to_ascii_lowercase();
        // With a token, a page of another name has nothing to show.
        if self.token.is_none() && !self.is_of_this_machine(host) {
            let sentence = format!("{host:?} is not a name of this machine: use localhost");
            return Err((StatusCode::FORBIDDEN, "host", sentence));
        }
        if let Some(origin) = text(ORIGIN.as_str())
            && origin.to_ascii_lowercase().strip_prefix("http://") != Some(host)
        {
            return Err((StatusCode::FORBIDDEN, "origin", format!("a page of {origin} may not ask")));
        }
        // What a page embeds comes without an origin; browsers say from where all the same.
        let is_from_elsewhere = ["cross-site", "same-site"].contains(&text(SITE).unwrap_or_default());
        if is_from_elsewhere && text(MODE) != Some("navigate") {
            return Err((StatusCode::FORBIDDEN, "origin", "a page of another site may not ask".to_owned()));
        }
        let is_right = |token: &String| {
            text(AUTHORIZATION.as_str()).is_some_and(|given| is_equal(given, &format!("Bearer {token}")))
        };
        match &self.token {
            Some(token) if asks && !is_right(token) => {
                let sentence = "a token is missing or wrong: use the link that the program has printed";
                Err((StatusCode::UNAUTHORIZED, "token", sentence.to_owned()))
            }
            _ => Ok(()),
        }
    }

    /// Returns whether a host, with or without a port, can only be this machine.
    fn is_of_this_machine(&self, host: &str) -> bool {
        let own = match self.own {
            IpAddr::V4(own) => own.to_string(),
            IpAddr::V6(own) => format!("[{own}]"),
        };
        let is_port = |port: &str| !port.starts_with('+') && port.parse::<u16>().is_ok();
        ["localhost", "127.0.0.1", "[::1]", &own].iter().any(|name| {
            let rest = host.strip_prefix(name);
            rest.is_some_and(|rest| rest.is_empty() || rest.strip_prefix(':').is_some_and(is_port))
        })
    }

    /// Returns whether the body of a request is JSON.
    pub fn check_json(headers: &HeaderMap) -> Result<(), Refusal> {
        let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        if kind.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("application/json") {
            return Ok(());
        }
        let sentence = "a request is JSON: Content-Type: application/json";
        Err((StatusCode::UNSUPPORTED_MEDIA_TYPE, "content-type", sentence.to_owned()))
    }
}

/// Compares in a time that does not tell where they differ.
fn is_equal(one: &str, other: &str) -> bool {
    one.len() == other.len() && one.bytes().zip(other.bytes()).fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
}

/// A number that nobody can guess: hashes with keys of the system's random numbers.
fn token() -> String {
    (0..4u8).map(|part| format!("{:016x}", RandomState::new().hash_one(part))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyper::header::HeaderName;

    fn headers(pairs: &[(HeaderName, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.clone(), value.parse().unwrap())).collect()
    }

    #[test]
    fn only_this_machine_and_its_own_page_may_ask() {
        let guard = Guard::of("127.0.0.1:8048".parse().unwrap());
        let asked = |host: &str, origin: Option<&str>| {
            let origin = origin.map(|origin| (ORIGIN, origin));
            guard.check(&headers(&[Some((HOST, host)), origin].into_iter().flatten().collect::<Vec<_>>()), true).is_ok()
        };
        for host in ["localhost", "LocalHost", "localhost:8048", "127.0.0.1:8048", "[::1]:8048"] {
            assert!(asked(host, None) && asked(host, Some(&format!("http://{host}"))), "{host}");
        }
        let twice = |name: HeaderName, others: [&str; 2]| {
            let mut headers = headers(&[(HOST, "localhost"), (ORIGIN, "http://localhost")]);
            headers.remove(&name);
            others.iter().for_each(|value| _ = headers.append(&name, value.parse().unwrap()));
            guard.check(&headers, true).unwrap_err().0
        };
        assert_eq!(twice(HOST, ["localhost", "example.org"]), StatusCode::BAD_REQUEST);
        assert_eq!(twice(ORIGIN, ["http://localhost", "http://example.org"]), StatusCode::BAD_REQUEST);
        for host in [
            "",
            "localhost:+80",
            "example.org",
            "localhost.example.org",
            "localhost:8048.example.org",
            "127.0.0.1.example.org",
            "127.0.0.2",
        ] {
            assert!(!asked(host, None), "{host}");
        }
        for origin in
            ["null", "http://example.org", "https://localhost:8048", "http://localhost:8049", "http://127.0.0.1:8048"]
        {
            assert!(!asked("localhost:8048", Some(origin)), "{origin}");
        }
    }

    #[test]
    fn the_address_that_it_listens_at_is_a_name_too() {
        let guard = Guard::of("127.0.0.2:8048".parse().unwrap());
        let asked = |host: &str, others: &[(HeaderName, &str)]| {
            guard.check(&headers(&[&[(HOST, host)], others].concat()), true).is_ok()
        };
        assert!(asked("127.0.0.2:8048", &[]) && !asked("127.0.0.3:8048", &[]));
        let [site, mode] = [SITE, MODE].map(HeaderName::from_static);
        assert!(!asked("localhost", &[(site.clone(), "cross-site")]));
        assert!(asked("localhost", &[(site.clone(), "cross-site"), (mode, "navigate")]));
        assert!(asked("localhost", &[(site, "same-origin")]));
    }

    #[test]
    fn others_need_the_token() {
        let address = "192.0.2.1:8048".parse().unwrap();
        let guard = Guard::of(address);
        let link = guard.link(address);
        let token = link.split_once("#token=").unwrap().1;
        assert_eq!(token.len(), 64);
        let host = (HOST, "192.0.2.1:8048");
        assert!(guard.check(&headers(std::slice::from_ref(&host)), false).is_ok());
        assert!(guard.check(&headers(std::slice::from_ref(&host)), true).is_err());
        for (given, is_right) in
            [(format!("Bearer {token}"), true), (format!("Bearer {token}0"), false), (token.to_owned(), false)]
        {
            assert_eq!(guard.check(&headers(&[host.clone(), (AUTHORIZATION, &given)]), true).is_ok(), is_right);
        }
        assert_ne!(Guard::of(address).link(address), link);
    }
}
