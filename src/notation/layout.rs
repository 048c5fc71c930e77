//! The layout of facelets in a text: faces in the order `U R F D L B` or an unfolded net, with blanks or other marks
//! between them.

use crate::nxn::Size;
use crate::text::{Cursor, TextPosition};

/// Marks that may join rows of facelets, or pieces. Among moves they have other meanings, or none.
pub(super) const JOINTS: [char; 8] = ['_', '.', '-', '+', '/', ',', '|', ';'];

/// Returns whether a character only separates facelets, or pieces.
pub(super) fn is_between(c: char) -> bool {
    c.is_whitespace() || JOINTS.contains(&c)
}

/// A symbol and its place in the text.
pub(super) type Placed = (char, TextPosition);

/// The facelets of a text in the order `U R F D L B`, without blanks, and without joints if exactly these are too many.
/// A net of `n` lines with U, `n` lines with L, F, R, B, and `n` lines with D is put in this order.
pub(super) fn facelets_of(text: &str, size: Size) -> Vec<Placed> {
    let facelets = in_rows(text, size);
    faces_of_net(&facelets, size).unwrap_or(facelets)
}

/// Returns whether a text has the lines of an unfolded net.
pub(super) fn is_net(text: &str, size: Size) -> bool {
    faces_of_net(&in_rows(text, size), size).is_some()
}

/// The number of symbols in a text, apart from blanks and joints.
pub(super) fn number_of_symbols(text: &str) -> usize {
    text.chars().filter(|&c| !is_between(c)).count()
}

fn in_rows(text: &str, size: Size) -> Vec<Placed> {
    let all: Vec<Placed> = Cursor::new(text).filter(|(c, _)| !c.is_whitespace()).collect();
    let apart: Vec<Placed> = all.iter().copied().filter(|(c, _)| !JOINTS.contains(c)).collect();
    if all.len() != size.facelets() && apart.len() == size.facelets() { apart } else { all }
}

fn faces_of_net(facelets: &[Placed], size: Size) -> Option<Vec<Placed>> {
    let n = usize::from(size.layers());
    let lines: Vec<&[Placed]> = facelets.chunk_by(|(_, a), (_, b)| a.line == b.line).collect();
    let lengths = [n, 4 * n, n].into_iter().flat_map(|length| vec![length; n]);
    let face =
        |(row, column): (usize, usize)| lines[row..row + n].iter().flat_map(move |line| &line[column..column + n]);
    let faces = [(0, 0), (n, 2 * n), (n, n), (2 * n, 0), (n, 0), (n, 3 * n)];
    let is_net = lines.iter().map(|line| line.len()).eq(lengths);
    is_net.then(|| faces.into_iter().flat_map(face).copied().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn symbols(text: &str, size: Size) -> String {
        facelets_of(text, size).iter().map(|(c, _)| c).collect()
    }

    #[test]
    fn nets_are_put_in_order() {
        let net = "
              a b
              c d
        q r   i j   e f   u v
        s t   k l   g h   w x
              m n
              o p";
        let ordered: String = ('a'..='x').collect();
        assert_eq!(symbols(net, Size::TWO), ordered);
        assert_eq!(symbols(&ordered, Size::TWO), ordered);
        assert!(is_net(net, Size::TWO) && !is_net(&ordered, Size::TWO) && !is_net(net, Size::THREE));
        // The letter o is in the last line of the net.
        let at = facelets_of(net, Size::TWO)[14].1;
        assert_eq!((at.line, at.column), (7, 15));
    }

    #[test]
    fn joints_are_left_out_where_the_number_says_so() {
        assert_eq!(symbols("abcd/efgh ijkl,mnop qrst_uvwx", Size::TWO).len(), 24);
        assert_eq!(symbols("abcd/efgh", Size::TWO), "abcd/efgh");
        let dots = "abc.efghijklmnopqrstuvwx";
        assert_eq!(symbols(dots, Size::TWO), dots);
    }
}
