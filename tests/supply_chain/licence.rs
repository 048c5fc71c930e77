//! Licences, as SPDX expressions say them.

/// Licences under which a crate may be used here: none of them asks for more than to be named.
pub const ALLOWED: [&str; 13] = [
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "NCSA",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Whether some choice that an expression leaves consists of allowed licences. The older `/` stands for `OR`.
///
/// # Errors
/// What is left of a text that is no expression.
pub fn is_allowed(expression: &str) -> Result<bool, String> {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let mut words = Words(spaced.split_whitespace().collect());
    let allowed = words.alternatives()?;
    if words.0.is_empty() { Ok(allowed) } else { Err(words.0.join(" ")) }
}

/// What is left to read.
struct Words<'a>(Vec<&'a str>);

impl Words<'_> {
    fn next_is(&mut self, word: &str) -> bool {
        let is_next = self.0.first() == Some(&word);
        if is_next {
            self.0.remove(0);
        }
        is_next
    }

    fn alternatives(&mut self) -> Result<bool, String> {
        let mut allowed = self.conditions()?;
        while self.next_is("OR") {
            allowed |= self.conditions()?;
        }
        Ok(allowed)
    }

    fn conditions(&mut self) -> Result<bool, String> {
        let mut allowed = self.licence()?;
        while self.next_is("AND") {
            allowed &= self.licence()?;
        }
        Ok(allowed)
    }

    fn licence(&mut self) -> Result<bool, String> {
        if self.next_is("(") {
            let allowed = self.alternatives()?;
            return if self.next_is(")") { Ok(allowed) } else { Err(self.0.join(" ")) };
        }
        let name = self.name()?;
        let name = if self.next_is("WITH") { format!("{name} WITH {}", self.name()?) } else { name };
        Ok(ALLOWED.contains(&name.as_str()))
    }

    fn name(&mut self) -> Result<String, String> {
        match self.0.first() {
            Some(word) if !["(", ")", "AND", "OR", "WITH"].contains(word) => Ok(self.0.remove(0).to_owned()),
            _ => Err(self.0.join(" ")),
        }
    }
}

#[test]
fn expressions_mean_what_they_say() {
    for (expression, expected) in [
        ("MIT", Ok(true)),
        ("GPL-3.0-only", Ok(false)),
        ("MIT/Apache-2.0", Ok(true)),
        ("GPL-2.0-only OR MIT", Ok(true)),
        ("GPL-2.0-only AND MIT", Ok(false)),
        ("(MIT OR GPL-2.0-only) AND Unicode-3.0", Ok(true)),
        ("MIT OR GPL-2.0-only AND GPL-3.0-only", Ok(true)),
        ("(MIT OR GPL-2.0-only) AND GPL-3.0-only", Ok(false)),
        ("Apache-2.0 WITH LLVM-exception", Ok(true)),
        ("MIT WITH LLVM-exception", Ok(false)),
        ("", Err("".to_owned())),
        ("MIT Apache-2.0", Err("Apache-2.0".to_owned())),
        ("(MIT", Err("".to_owned())),
        ("MIT OR", Err("".to_owned())),
        ("MIT AND OR", Err("OR".to_owned())),
    ] {
        assert_eq!(is_allowed(expression), expected, "{expression}");
    }
}
