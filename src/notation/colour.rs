//! Colours by name or letter, and the words of a text in colours.

use super::colour_error::{ColourError, ColourFault};
use super::text::printable;
use crate::text::TextPosition;

/// The names of the colours; the first six in the order of the faces U R F D L B of the usual scheme.
const NAMES: [&str; 11] =
    ["white", "red", "green", "yellow", "orange", "blue", "black", "purple", "pink", "grey", "brown"];
/// Letters of the first eight colours.
const LETTERS: [char; 8] = ['W', 'R', 'G', 'Y', 'O', 'B', 'K', 'P'];
/// Other names of some colours.
const ALIASES: [(&str, &str); 2] = [("gray", "grey"), ("violet", "purple")];

/// The colour of a sticker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Colour(u8);

impl Colour {
    /// The usual colour of each face: white opposite yellow, green opposite blue, red opposite orange.
    pub(super) const STANDARD: [Self; 6] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

    pub(super) const fn name(self) -> &'static str {
        NAMES[self.0 as usize]
    }

    /// The letter of a colour of the usual scheme.
    pub(super) fn letter(self) -> Option<char> {
        LETTERS.get(usize::from(self.0)).copied()
    }

    /// The letter in pictures: small for colours that have none in texts.
    pub(super) fn sign(self) -> char {
        self.letter().or(self.name().chars().next()).unwrap_or('?')
    }

    /// The colours with these [signs](Self::sign), if all of them are of colours.
    pub(super) fn of_signs(signs: [char; 6]) -> Option<[Self; 6]> {
        let all = || (0..NAMES.len() as u8).map(Self);
        let colours: Option<Vec<Self>> = signs.iter().map(|&sign| all().find(|colour| colour.sign() == sign)).collect();
        colours?.try_into().ok()
    }

    /// The colour of a letter or a coloured square.
    pub(super) fn of_symbol(symbol: char) -> Option<Self> {
        const SQUARES: [char; 11] = ['⬜', '🟥', '🟩', '🟨', '🟧', '🟦', '⬛', '🟪', '\0', '\0', '🟫'];
        let square = SQUARES.iter().position(|&square| square == symbol).map(|i| Self(i as u8));
        Self::lettered(symbol).or(square)
    }

    pub(super) fn named(word: &str) -> Option<Self> {
        let word = word.to_ascii_lowercase();
        let name = ALIASES.iter().find(|(alias, _)| *alias == word).map_or(word.as_str(), |(_, name)| name);
        NAMES.iter().position(|&n| n == name).map(|i| Self(i as u8))
    }

    fn lettered(letter: char) -> Option<Self> {
        let letter = letter.to_ascii_uppercase();
        LETTERS.iter().position(|&l| l == letter).map(|i| Self(i as u8))
    }
}

/// A word of a text about colours.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub word: &'a str,
    pub at: TextPosition,
    /// True if a colon or an equals sign follows.
    pub label: bool,
}

impl Token<'_> {
    /// The colours that the word stands for: one by its name, or one for each letter or square; each with its position.
    pub(super) fn colours(&self) -> Option<Vec<(Colour, TextPosition)>> {
        if let Some(colour) = Colour::named(self.word) {
            return Some(vec![(colour, self.at)]);
        }
        self.symbols().into_iter().map(|(c, at)| Some((Colour::of_symbol(c)?, at))).collect()
    }

    /// The symbols of the word, each with its position.
    pub(super) fn symbols(&self) -> Vec<(char, TextPosition)> {
        let place = |i| TextPosition { column: self.at.column + i, ..self.at };
        self.word.chars().enumerate().map(|(i, c)| (c, place(i))).collect()
    }

    /// [`Self::colours`], or an error that describes the problem.
    pub(super) fn expect_colours(&self) -> Result<Vec<(Colour, TextPosition)>, ColourError> {
        self.colours().ok_or_else(|| {
            let in_letters = self.word.chars().all(|c| !c.is_lowercase());
            let unknown = self.word.chars().enumerate().find(|&(_, c)| Colour::of_symbol(c).is_none());
            match unknown {
                Some((i, c)) if in_letters => {
                    let at = TextPosition { column: self.at.column + i, ..self.at };
                    ColourFault::UnknownColour { word: printable(&c.to_string()) }.at(at)
                }
                _ => ColourFault::UnknownColour { word: self.shown() }.at(self.at),
            }
        })
    }

    /// The word, short and safe to show.
    pub(super) fn shown(&self) -> String {
        printable(&self.word.chars().take(20).collect::<String>())
    }

    /// Returns whether this is a line of dashes, the separator between cubes.
    fn is_rule(&self) -> bool {
        self.word.len() >= 3 && self.word.chars().all(|c| c == '-')
    }
}

/// Returns whether a text consists of colours, some of which are no moves: nine at least, in names or in words of
/// letters.
pub fn are_colours(text: &str) -> bool {
    let tokens = tokens(text);
    let colours = tokens.iter().filter(|token| !token.label).map(Token::colours);
    let number: Option<usize> = colours.map(|colours| Some(colours?.len())).sum();
    number.is_some_and(|number| number >= 9)
}

/// The words of a text, without comments from `#` to the end of the line. Blanks, `,`, `/`, `|` and single dashes
/// separate words.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    for (number, line) in (1..).zip(text.split('\n')) {
        let code = line.split('#').next().unwrap_or("");
        if code.trim().len() >= 3 && code.trim().chars().all(|c| c == '-') {
            let indent = code.chars().take_while(|c| c.is_whitespace()).count();
            tokens.push(Token {
                word: code.trim(),
                at: TextPosition { line: number, column: indent + 1 },
                label: false,
            });
        } else {
            split_line(code, number, &mut tokens);
        }
    }
    tokens
}

fn split_line<'a>(line: &'a str, number: usize, tokens: &mut Vec<Token<'a>>) {
    let mut begun: Option<(usize, TextPosition)> = None;
    for (column, (i, c)) in (1..).zip(line.char_indices().chain([(line.len(), ' ')])) {
        let labels = matches!(c, ':' | '=');
        if labels || c.is_whitespace() || matches!(c, ',' | '/' | '|' | '-') {
            tokens.extend(begun.take().map(|(from, at)| Token { word: &line[from..i], at, label: false }));
            match tokens.last_mut() {
                Some(token) if labels && token.at.line == number => token.label = true,
                _ => {}
            }
        } else {
            begun.get_or_insert((i, TextPosition { line: number, column }));
        }
    }
}

/// Rejects a second cube in a text that should hold one.
pub(super) fn only_one_cube(tokens: &[Token<'_>]) -> Result<(), ColourError> {
    match tokens.iter().find(|token| token.is_rule()) {
        Some(token) => Err(ColourFault::SecondCube.at(token.at)),
        None => Ok(()),
    }
}

/// The different colours of some stickers, each with its count and its first position.
pub(super) fn tally(stickers: impl IntoIterator<Item = (Colour, TextPosition)>) -> Vec<(Colour, TextPosition, usize)> {
    let mut counts: Vec<(Colour, TextPosition, usize)> = Vec::new();
    for (colour, at) in stickers {
        match counts.iter_mut().find(|(known, ..)| *known == colour) {
            Some((.., count)) => *count += 1,
            None => counts.push((colour, at, 1)),
        }
    }
    counts
}

/// Rejects a seventh colour, at the first sticker of the least frequent one.
pub(super) fn six_colours(counts: &[(Colour, TextPosition, usize)]) -> Result<(), ColourError> {
    match counts.iter().rev().min_by_key(|(.., count)| *count) {
        Some(&(colour, at, _)) if counts.len() > 6 => Err(ColourFault::SeventhColour { colour: colour.name() }.at(at)),
        _ if counts.len() < 6 => Err(ColourFault::FewColours { found: counts.len() }.nowhere()),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<(&str, usize, usize, bool)> {
        tokens(text).iter().map(|t| (t.word, t.at.line, t.at.column, t.label)).collect()
    }

    #[test]
    fn words_labels_and_comments() {
        assert_eq!(
            words("URF: white-red,G # note\r\n\n U = WW/W|"),
            [
                ("URF", 1, 1, true),
                ("white", 1, 6, false),
                ("red", 1, 12, false),
                ("G", 1, 16, false),
                ("U", 3, 2, true),
                ("WW", 3, 6, false),
                ("W", 3, 9, false),
            ]
        );
        assert_eq!(words(": =\n ----- # next"), [("-----", 2, 2, false)]);
    }

    #[test]
    fn colours_by_name_and_letter() {
        let names = |word| {
            let token = Token { word, at: TextPosition::START, label: false };
            let colours = token.expect_colours().map_err(|error| error.to_string());
            colours.map(|list| list.iter().map(|(colour, _)| colour.name()).collect::<Vec<_>>())
        };
        assert_eq!(names("White"), Ok(vec!["white"]));
        assert_eq!(names("gray"), Ok(vec!["grey"]));
        assert_eq!(names("wRg"), Ok(vec!["white", "red", "green"]));
        assert!(names("grene").unwrap_err().starts_with("`grene` is not a colour"));
        let error = names("WWXW").unwrap_err();
        assert!(error.starts_with("`X` is not a colour") && error.ends_with("(line 1, column 3)"), "{error}");
    }
}
