//! Sequences with brackets, as the notation of KPuzzle has them: `[A: B]` is A B A', `[A, B]` is A B A' B', and
//! `(A B)3'` is a group that is repeated.

use super::{Definition, DefinitionFault, Transformation};

/// The deepest that brackets are within brackets.
const DEEPEST: usize = 32;

/// The effect of a sequence of moves, with or without brackets.
pub fn transformation(definition: &Definition, text: &str) -> Result<Transformation, DefinitionFault> {
    let mut reader = Reader { definition, whole: text, rest: text };
    let done = reader.sequence(0)?;
    match reader.rest.is_empty() {
        true => Ok(done),
        false => Err(reader.fault()),
    }
}

/// The names of moves in a sequence.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_separator).filter(|word| !word.is_empty())
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || "[]():,".contains(c)
}

struct Reader<'a> {
    definition: &'a Definition,
    whole: &'a str,
    rest: &'a str,
}

impl Reader<'_> {
    fn fault(&self) -> DefinitionFault {
        DefinitionFault::Brackets(self.whole.to_owned())
    }

    /// Reads up to the end, a closing bracket, a colon or a comma.
    fn sequence(&mut self, depth: usize) -> Result<Transformation, DefinitionFault> {
        let shape = &self.definition.shape;
        let mut done = Transformation::identity(shape);
        loop {
            self.rest = self.rest.trim_start();
            let next = match self.rest.chars().next() {
                None | Some(']' | ')' | ':' | ',') => return Ok(done),
                Some('[' | '(') if depth == DEEPEST => return Err(self.fault()),
                Some('[') => self.pair(depth)?,
                Some('(') => {
                    self.rest = &self.rest[1..];
                    let group = self.sequence(depth + 1)?;
                    self.close(")")?;
                    let exponent = self.amount()?;
                    group.power(shape, exponent)
                }
                Some(_) => self.word()?,
            };
            done = done.then(shape, &next);
        }
    }

    /// Reads a conjugate or a commutator.
    fn pair(&mut self, depth: usize) -> Result<Transformation, DefinitionFault> {
        let shape = &self.definition.shape;
        self.rest = &self.rest[1..];
        let first = self.sequence(depth + 1)?;
        let is_commutator = self.rest.starts_with(',');
        if !is_commutator && !self.rest.starts_with(':') {
            return Err(self.fault());
        }
        self.rest = &self.rest[1..];
        let second = self.sequence(depth + 1)?;
        self.close("]")?;
        let exponent = self.amount()?;
        let conjugate = first.then(shape, &second).then(shape, &first.inverse(shape));
        let whole = if is_commutator { conjugate.then(shape, &second.inverse(shape)) } else { conjugate };
        Ok(whole.power(shape, exponent))
    }

    fn close(&mut self, bracket: &str) -> Result<(), DefinitionFault> {
        self.rest = self.rest.strip_prefix(bracket).ok_or_else(|| self.fault())?;
        Ok(())
    }

    fn word(&mut self) -> Result<Transformation, DefinitionFault> {
        let end = self.rest.find(is_separator).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        Ok(self.definition.read_move(word)?.transformation(self.definition))
    }

    /// Reads the amount of a group.
    fn amount(&mut self) -> Result<i64, DefinitionFault> {
        let digits = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        let (amount, rest) = self.rest.split_at(digits);
        let amount = match amount {
            "" => 1,
            amount => amount.parse::<u16>().ok().filter(|&amount| amount < 1000).ok_or_else(|| self.fault())?,
        };
        let after = rest.strip_prefix(['\'', '’']);
        self.rest = after.unwrap_or(rest);
        Ok(if after.is_some() { -i64::from(amount) } else { i64::from(amount) })
    }
}
