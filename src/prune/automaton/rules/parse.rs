//! The lexer and recursive-descent parser of rules.

use super::syntax::{Class, Condition, Expression, Moves, Pattern, SourcePosition, Which};
use super::{RulesError, RulesFault};
use std::iter::Peekable;
use std::str::Chars;

/// The deepest nesting of parentheses: the parser calls itself for each level.
const MOST_NESTED: usize = 100;

/// The patterns of a rules file.
pub(super) fn patterns(text: &str) -> Result<Vec<Pattern>, RulesError> {
    let mut patterns = Vec::new();
    for (line, text) in text.lines().enumerate() {
        let tokens = Lexer::new(text, line + 1).tokens()?;
        if tokens.len() > 1 {
            patterns.push(Parser { tokens, next: 0, nested: 0 }.pattern()?);
        }
    }
    Ok(patterns)
}

/// A token of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    /// A capital with its suffix.
    Name(char, Which),
    /// `where`, `in` or `and`.
    Keyword(&'static str),
    /// One of `( ) | * +`.
    Sign(char),
    End,
}

struct Lexer<'a> {
    characters: Peekable<Chars<'a>>,
    place: SourcePosition,
}

impl<'a> Lexer<'a> {
    fn new(text: &'a str, line: usize) -> Self {
        let code = text.split_once('#').map_or(text, |(code, _)| code);
        Self { characters: code.chars().peekable(), place: SourcePosition { line, column: 1 } }
    }

    fn tokens(mut self) -> Result<Vec<(Token, SourcePosition)>, RulesError> {
        let mut tokens = Vec::new();
        loop {
            self.take_while(char::is_whitespace);
            let place = self.place;
            let Some(&first) = self.characters.peek() else {
                tokens.push((Token::End, place));
                return Ok(tokens);
            };
            let token = match first {
                'A'..='Z' => self.name()?,
                '(' | ')' | '|' | '*' | '+' => {
                    self.take();
                    Token::Sign(first)
                }
                'a'..='z' => {
                    let word = self.take_while(|c| c.is_ascii_lowercase());
                    let keyword = ["where", "in", "and"].into_iter().find(|&keyword| keyword == word);
                    Token::Keyword(keyword.ok_or_else(|| expected("a move", &format!("`{word}`"), place))?)
                }
                other => return Err(RulesFault::Character(other).at(place)),
            };
            tokens.push((token, place));
        }
    }

    /// Reads a capital and what follows it without a space: a class after a dot, or digits and a prime.
    fn name(&mut self) -> Result<Token, RulesError> {
        let name = self.take();
        let mut suffix = self.take_while(|c| c.is_ascii_digit());
        suffix.push_str(&self.take_while(|c| c == '\''));
        let dot = self.place;
        if !suffix.is_empty() || self.characters.peek() != Some(&'.') {
            return Ok(Token::Name(name, Which::One(suffix)));
        }
        self.take();
        let class = match &self.take_while(|c| c.is_ascii_alphanumeric())[..] {
            "face" => Class::Face,
            "opposite" => Class::Opposite,
            other => return Err(RulesFault::UnknownClass(other.to_owned()).at(dot)),
        };
        Ok(Token::Name(name, Which::Class(class)))
    }

    fn take(&mut self) -> char {
        self.place.column += 1;
        self.characters.next().expect("a character that was seen")
    }

    fn take_while(&mut self, keep: impl Fn(char) -> bool) -> String {
        let mut taken = String::new();
        while self.characters.peek().is_some_and(|&c| keep(c)) {
            taken.push(self.take());
        }
        taken
    }
}

struct Parser {
    tokens: Vec<(Token, SourcePosition)>,
    next: usize,
    nested: usize,
}

impl Parser {
    /// Reads `choice [where condition {and condition}]`.
    fn pattern(mut self) -> Result<Pattern, RulesError> {
        let place = self.place();
        let expression = self.choice()?;
        let mut conditions = Vec::new();
        if self.take(&Token::Keyword("where")) {
            conditions.push(self.condition()?);
            while self.take(&Token::Keyword("and")) {
                conditions.push(self.condition()?);
            }
        }
        match self.take(&Token::End) {
            true => Ok(Pattern { place, expression, conditions }),
            false if conditions.is_empty() => Err(self.expected("a move, `where` or the end of the line")),
            false => Err(self.expected("`and` or the end of the line")),
        }
    }

    /// Reads `variable in class`.
    fn condition(&mut self) -> Result<Condition, RulesError> {
        let place = self.place();
        let Some(Moves { name: variable, which: Which::One(suffix), .. }) = self.moves() else {
            return Err(expected("a variable", &self.tokens[self.next - 1].0.written(), place));
        };
        if !suffix.is_empty() {
            return Err(expected("a variable without anything after it", &format!("`{variable}{suffix}`"), place));
        }
        if !self.take(&Token::Keyword("in")) {
            return Err(self.expected("`in`"));
        }
        let class = self.place();
        match self.moves() {
            Some(within @ Moves { which: Which::Class(_), .. }) => Ok(Condition { place, variable, within }),
            _ => Err(expected("a class such as `M.opposite`", &self.tokens[self.next - 1].0.written(), class)),
        }
    }

    /// Reads `sequence {| sequence}`.
    fn choice(&mut self) -> Result<Expression, RulesError> {
        let mut parts = vec![self.sequence()?];
        while self.take(&Token::Sign('|')) {
            parts.push(self.sequence()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Expression::Choice(parts) })
    }

    /// Reads `item {item}`.
    fn sequence(&mut self) -> Result<Expression, RulesError> {
        let mut parts = vec![self.item()?];
        while matches!(self.peek(), Token::Name(..) | Token::Sign('(')) {
            parts.push(self.item()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Expression::Sequence(parts) })
    }

    /// Reads `moves` or `( choice )`, and its repetition.
    fn item(&mut self) -> Result<Expression, RulesError> {
        let place = self.place();
        let mut item = if self.take(&Token::Sign('(')) {
            self.group(place)?
        } else if let Token::Name(..) = self.peek() {
            Expression::Moves(self.moves().expect("a name"))
        } else {
            return Err(self.expected("a move"));
        };
        // A run of stars and pluses means the same as a star if it has one, and as a plus otherwise.
        let (mut often, mut optional) = (false, false);
        while let Token::Sign(sign @ ('*' | '+')) = *self.peek() {
            self.next += 1;
            often = true;
            optional |= sign == '*';
        }
        if often {
            item = Expression::Repeated(Box::new(item));
        }
        Ok(if optional { Expression::Optional(Box::new(item)) } else { item })
    }

    /// Reads the rest of a group after its opening parenthesis.
    fn group(&mut self, opened: SourcePosition) -> Result<Expression, RulesError> {
        self.nested += 1;
        if self.nested > MOST_NESTED {
            return Err(RulesFault::TooDeep.at(opened));
        }
        let inner = self.choice()?;
        self.nested -= 1;
        match self.peek() {
            Token::Sign(')') => self.next += 1,
            Token::End => return Err(RulesFault::Unclosed.at(opened)),
            _ => return Err(self.expected("a move or `)`")),
        }
        Ok(inner)
    }

    /// Reads the next token as moves; it is consumed unless it is the end.
    fn moves(&mut self) -> Option<Moves> {
        let (token, place) = self.tokens[self.next].clone();
        self.next += 1;
        if let Token::Name(name, which) = token { Some(Moves { place, name, which }) } else { None }
    }

    fn peek(&self) -> &Token {
        &self.tokens[self.next].0
    }

    fn place(&self) -> SourcePosition {
        self.tokens[self.next].1
    }

    fn take(&mut self, token: &Token) -> bool {
        let taken = self.peek() == token;
        self.next += usize::from(taken);
        taken
    }

    fn expected(&self, what: &'static str) -> RulesError {
        expected(what, &self.peek().written(), self.place())
    }
}

fn expected(expected: &'static str, found: &str, place: SourcePosition) -> RulesError {
    RulesFault::Expected { expected, found: found.to_owned() }.at(place)
}

impl Token {
    /// The token as written in a message.
    fn written(&self) -> String {
        match self {
            Self::Name(name, Which::One(suffix)) => format!("`{name}{suffix}`"),
            Self::Name(name, Which::Class(Class::Face)) => format!("`{name}.face`"),
            Self::Name(name, Which::Class(Class::Opposite)) => format!("`{name}.opposite`"),
            Self::Keyword(word) => format!("`{word}`"),
            Self::Sign(sign) => format!("`{sign}`"),
            Self::End => "the end of the line".to_owned(),
        }
    }
}
