//! Detection of the notation of a text.

use super::Format;
use super::faces::looks_like_faces;
use super::layout::{is_between, is_net};
use super::piece_file;
use super::pieces::face_of;
use super::reid;
use crate::nxn::Size;

/// Six colours and two typing errors.
const MAX_COLOURS: usize = 8;
/// A list of this many pieces is taken for Reid's even if a few are missing or doubled.
const REID_LIKE: std::ops::RangeInclusive<usize> = 16..=24;
/// A word of at least this many face letters may be facelets; several words, if each has nearly a face.
const WORD_OF_FACELETS: usize = 9;
const BLOCK_OF_FACELETS: usize = 7;
/// Symbols that are missing or too many in a cube with two typing errors.
const MAX_SLIPS: usize = 4;

/// The format of a text without comments. Text that looks like a state is taken for one, so that a state with a typing
/// error is reported, and never read as a sequence of moves:
///
/// * four faces or more with a colon or an equals sign, and no bracket: colours;
/// * ten lines or more of a place and its two or three colours: pieces;
/// * one word with two equals signs: nissy;
/// * the word `SING` in front, or words of two and of three letters, 20 in capitals, or 12 and 8 in this order in any
///   case, or 16 to 24 in face letters: Reid;
/// * 48 to 60 symbols in one word, or in words of three and more with one exception, of at most eight different
///   symbols, and with at most two exceptions all of one kind (letters, digits, or symbols beyond ASCII): facelets;
/// * 54 symbols spaced in any way, nine each of six different ones, with at most two missing or doubled: facelets;
/// * face letters with a word of nine and more, or in several words of seven and more, without a sign or a digit, all
///   in capitals or none, if five different letters occur, or one three times in a row: facelets, whatever their
///   number;
/// * one word with each of six symbols as often as a cube of another size has it: facelets;
/// * the lines of an unfolded net: facelets;
/// * anything else: moves.
///
/// Words of Reid's list and rows of facelets may be joined by marks instead of blanks.
pub(super) fn detect(text: &str) -> Format {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[..] {
        _ if looks_like_faces(text) => Format::Colours,
        _ if piece_file::looks_like_pieces(text) => Format::Pieces,
        [word] if word.matches('=').count() == 2 => Format::Nissy,
        _ if looks_like_pieces(&words) || looks_like_pieces(&blocks(text)) => Format::Reid,
        _ => facelets_or_moves(text, Size::THREE),
    }
}

/// The format of a text for a cube of any size. Sizes other than 3x3x3 have colours, facelets and moves alone.
pub(super) fn detect_sized(text: &str, size: Size) -> Format {
    match () {
        () if size == Size::THREE => detect(text),
        () if looks_like_faces(text) => Format::Colours,
        () => facelets_or_moves(text, size),
    }
}

fn facelets_or_moves(text: &str, size: Size) -> Format {
    let (words, blocks) = (text.split_whitespace().collect::<Vec<_>>(), blocks(text));
    let either = |test: &dyn Fn(&[&str]) -> bool| test(&words) || blocks != words && test(&blocks);
    match () {
        () if either(&|words| looks_like_facelets(words, size)) || either(&are_face_letters) => Format::Facelets,
        () if is_of_another_size(&words) || is_net(text, size) => Format::Facelets,
        () => Format::Moves,
    }
}

/// The words of a text, taken apart at joints too.
fn blocks(text: &str) -> Vec<&str> {
    text.split(is_between).filter(|block| !block.is_empty()).collect()
}

/// Returns whether words are facelets of any number: people put signs, digits or blanks between the moves of a long
/// sequence, and sequences without them turn few faces, never one three times in a row.
fn are_face_letters(words: &[&str]) -> bool {
    let letters: Vec<char> = words.concat().chars().collect();
    let of_case = |is_case: fn(&char) -> bool| letters.iter().all(is_case);
    let is_plain = letters.iter().all(|letter| face_of(letter.to_ascii_uppercase()).is_some())
        && (of_case(char::is_ascii_uppercase) || of_case(char::is_ascii_lowercase));
    let has_row = letters.windows(3).any(|row| row.iter().all(|&letter| letter == row[0]));
    let has_length = |least: usize| move |word: &&str| word.len() >= least;
    let are_blocks = words.len() > 1 && words.iter().all(has_length(BLOCK_OF_FACELETS));
    is_plain
        && (are_blocks || words.iter().any(has_length(WORD_OF_FACELETS)))
        && (sorts(&letters).len() >= 5 || has_row)
}

/// Returns whether lines are rows or faces of one cube, or an unfolded net: nearly as many lines, and nearly as many
/// symbols, as these have; in letters that are moves, too, also nearly as many of each.
pub(super) fn looks_like_rows(text: &str, size: Size) -> bool {
    let lines = text.lines().filter(|line| !line.trim().is_empty()).count();
    let rows = usize::from(size.layers());
    let symbols: Vec<char> = text.chars().filter(|&c| !is_between(c)).collect();
    let sorts = sorts(&symbols);
    let are_moves = symbols.iter().all(|symbol| face_of(symbol.to_ascii_uppercase()).is_some());
    [6, 3 * rows, 6 * rows].iter().any(|layout| layout.abs_diff(lines) <= 1)
        && symbols.len().abs_diff(size.facelets()) <= size.facelets() / 9
        && of_one_kind(&symbols)
        && sorts.len() <= MAX_COLOURS
        && (!are_moves || slips_of(&sorts, size).is_some_and(|slips| slips <= MAX_SLIPS))
}

/// Returns whether one word has the facelets of a cube of any size.
fn is_of_another_size(words: &[&str]) -> bool {
    let [word] = words else { return false };
    let symbols: Vec<char> = word.chars().collect();
    Size::with_facelets(symbols.len()).is_some_and(|size| slips_of(&sorts(&symbols), size) == Some(0))
}

fn looks_like_pieces(words: &[&str]) -> bool {
    let all = |letter: fn(char) -> bool| words.iter().flat_map(|word| word.chars()).all(letter);
    let any_of_length = |length| words.iter().any(|word| word.len() == length);
    if words.first() == Some(&reid::PREFIX) {
        return true;
    }
    let exceptions = words.iter().filter(|word| !matches!(word.len(), 2 | 3)).count();
    let pieces = words.iter().filter(|word| is_piece(word)).count();
    any_of_length(2)
        && any_of_length(3)
        && (exceptions == 0 && words.len() == reid::TOKENS && all(|c| c.is_ascii_uppercase())
            || edges_then_corners(words)
            || exceptions <= MAX_SLIPS / 2
                && REID_LIKE.contains(&words.len())
                && all(|c| face_of(c).is_some())
                && 2 * pieces > words.len())
}

/// Returns whether the letters of a word are faces that meet.
fn is_piece(word: &str) -> bool {
    let faces: Option<Vec<u8>> = word.chars().map(face_of).collect();
    let axes = faces.map(|faces| faces.iter().map(|face| face % 3).collect::<Vec<_>>());
    axes.is_some_and(|axes| axes.iter().enumerate().all(|(i, axis)| !axes[..i].contains(axis)))
}

/// Twelve words of two letters and eight of three: Reid's list, in either case.
fn edges_then_corners(words: &[&str]) -> bool {
    let lengths = words.iter().map(|word| word.len());
    let letters = words.iter().all(|word| word.chars().all(|c| c.is_ascii_alphabetic()));
    letters && lengths.eq([[2; 12].as_slice(), &[3; 8]].concat())
}

/// An unbroken word of about the right length is taken for facelets even if a few are missing or doubled.
fn looks_like_facelets(words: &[&str], size: Size) -> bool {
    let symbols: Vec<char> = words.iter().flat_map(|word| word.chars()).collect();
    let slips = size.facelets() / 9;
    if symbols.len().abs_diff(size.facelets()) > slips || !of_one_kind(&symbols) {
        return false;
    }
    let sorts = sorts(&symbols);
    let unbroken = words.len() == 1;
    let row = usize::from(size.layers());
    // Some 24 letters may well be quarter turns.
    let is_near = size != Size::TWO || symbols.len() == size.facelets();
    let in_rows = is_near && words.iter().filter(|word| word.chars().count() < row).count() <= 1;
    (unbroken || in_rows) && sorts.len() <= MAX_COLOURS
        || slips_of(&sorts, size).is_some_and(|slips| slips == 0 || slips <= 2 && is_near)
}

/// The number of symbols that are missing or too many, if there are six different ones.
fn slips_of(sorts: &[(char, usize)], size: Size) -> Option<usize> {
    (sorts.len() == 6).then(|| sorts.iter().map(|(_, count)| count.abs_diff(size.per_face())).sum())
}

/// Returns whether at most two symbols are of another kind than the rest.
fn of_one_kind(symbols: &[char]) -> bool {
    let kinds: [fn(char) -> bool; 3] =
        [char::is_alphabetic, |c| c.is_ascii_digit(), |c| !c.is_ascii() && !c.is_alphanumeric()];
    kinds.iter().any(|kind| symbols.iter().filter(|&&c| !kind(c)).count() <= 2)
}

/// The different symbols, each with its count.
fn sorts(symbols: &[char]) -> Vec<(char, usize)> {
    let mut counts: Vec<(char, usize)> = Vec::new();
    for &symbol in symbols {
        match counts.iter_mut().find(|(known, _)| *known == symbol) {
            Some((_, count)) => *count += 1,
            None => counts.push((symbol, 1)),
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::super::layout::JOINTS;
    use super::*;

    const SUPERFLIP: &str = "UBULURUFURURFRBRDRFUFLFRFDFDFDLDRDBDLULBLFLDLBUBRBLBDB";
    const PIECES: &str = "UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR";

    fn grouped(size: usize) -> String {
        SUPERFLIP.as_bytes().chunks(size).map(|c| String::from_utf8_lossy(c) + " ").collect()
    }

    #[test]
    fn states_are_recognised() {
        for size in [1, 2, 3, 9, 18, 54] {
            assert_eq!(detect(&grouped(size)), Format::Facelets, "{size}");
        }
        assert_eq!(detect(&"🟨🟥🟩⬜🟧🟦".repeat(9)), Format::Facelets);
        assert_eq!(detect(&"WRGYOB".repeat(9)), Format::Facelets);
        assert_eq!(detect(&"012345".repeat(9)), Format::Facelets);
        assert_eq!(detect(PIECES), Format::Reid);
        assert_eq!(detect(&format!("SING {PIECES}")), Format::Reid);
        assert_eq!(detect(" ABCDEFGH=ABCDEFGHIJKL=A\n"), Format::Nissy);
    }

    #[test]
    fn slips_do_not_turn_a_state_into_moves() {
        for text in [&SUPERFLIP[1..], &SUPERFLIP[..50], &SUPERFLIP.replacen("UB", "U0", 1), &"R".repeat(54)] {
            assert_eq!(detect(text), Format::Facelets, "{text}");
        }
        assert_eq!(detect(&SUPERFLIP.replacen("UB", "uX", 1)), Format::Facelets);
        for text in [&PIECES[3..], &PIECES.replace("UB ", "UX "), "SING UF", &format!("{PIECES} UF")] {
            assert_eq!(detect(text), Format::Reid, "{text}");
        }
    }

    #[test]
    fn facelets_of_any_number_are_no_moves() {
        let blocks = "UULUUFUUF RRUBRRURR FFDFFUFF DDRDDDDDD BLLLLLLLL BRRBBBBBB";
        let rows = grouped(3);
        for text in [
            blocks,
            &blocks.to_lowercase(),
            &format!("{blocks}BB"),
            &blocks.replace("FFDFFUFF", "FFDFFUFFFF"),
            &grouped(1)[2..],
            &format!("U {}", grouped(1)),
            &rows[4..],
            "UUUUUUUUURRRRRRRRR",
            "UFUFRRRRFDFDDBDBLLLLUBUB",
            "UBULURUFU",
            &SUPERFLIP[..40],
            &"URFDLB".repeat(11),
            &"WRGYOB".repeat(16),
        ] {
            assert_eq!(detect(text), Format::Facelets, "{text}");
        }
        assert_eq!(detect_sized(blocks, Size::FOUR), Format::Facelets);
    }

    #[test]
    fn joined_facelets_are_no_moves() {
        for rows in
            ["UULUUFUUF RRUBRRURR FFDFFUFFU DDRDDDDDD BLLLLLLLL BRRBBBBBB", grouped(3).trim(), &grouped(9)[..47]]
        {
            for joint in JOINTS {
                let text = rows.replace(' ', &joint.to_string());
                assert_eq!(detect(&text), Format::Facelets, "{text}");
                let pieces = PIECES.replace(' ', &joint.to_string());
                assert_eq!(detect(&pieces), Format::Reid, "{pieces}");
                assert_eq!(detect(&text.replace(joint, &format!(" {joint} "))), Format::Facelets, "{text}");
            }
        }
    }

    #[test]
    fn joined_states_with_slips_are_no_moves() {
        for joint in JOINTS {
            let joined = |text: &str| text.replace(' ', &joint.to_string());
            for text in [
                joined("UUL UUF UU RRU BRR URR FFD FFU FFU DDR DDD DDD BLL LLL LLL BRR BBB BBB"),
                joined("UBULURUFU RURFRBRDR FUFLFRFDF DFDLDRDBD LULBLFLDL BU"),
                joined("ubuluruf u rurfrbrdr fuflfrfdf"),
                joined(grouped(1).trim()),
                "UBULURUFU RURFRBRDR FUFLFRFDF DFDLDRDBD LULBLFLDL BU".to_owned(),
            ] {
                assert_eq!(detect(&text), Format::Facelets, "{text}");
            }
            let short = joined(&PIECES.replace("DLB", "D"));
            assert_eq!(detect(&short), Format::Reid, "{short}");
        }
        assert_eq!(detect(&PIECES.replace("DLB", "D")), Format::Reid);
        // Rows of a state with a sticker missing are no list of pieces.
        assert_eq!(detect("LUB UUF ULD FRD DRL DFF BDR BFR UUB FFR LDD LUR BRR BLR DBL LBU FBD UL"), Format::Facelets);
    }

    #[test]
    fn moves_stay_moves() {
        for text in [
            "",
            "R U R' U'",
            "DDDFFF",
            "RLUDBF",
            "RURURURURURU",
            "RUFRUFRUFRUFRUF",
            "RRUURRUURRUU",
            "RUR'U'R'FR2U'R'U'RUR'F'",
            "RUFLBDRUFLBD2",
            "RrUuFfDdLlBb",
            "RUFL BDRU FLBD",
            "R U F D L B R U F D L B R U F D L B R U F D L B",
            "D3F3D3L1B3D3F3D3L1B3D3F3D3L1B3D3F3D3L1B3D3F3D3L1B3",
            "RU RU RU RU RU RU RU RU RU RU RU RU RU RU RU RU RU RU RU RU",
            &"R U ".repeat(27),
            &"R' U' F2 ".repeat(9),
            "R = U",
            "RUR-U-.R-FR2U-R-U-_RUR-F-",
            "RUF-LBD-RUF-LBD-",
            "RU RU RU' RU RU RU' RU RU RU' RU RU RU' RU RU RU' RU RU RU'",
            "RUR.URU.RUR.URU",
        ] {
            assert_eq!(detect(text), Format::Moves, "{text}");
        }
    }
}
