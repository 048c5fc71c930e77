//! A link to a page that plays a solution.

use super::Palette;
use crate::notation::Cube;
use crate::nxn::{LayerSequence, Move, Size, Stickers};

/// Twizzle, the editor of the cubing.js project; its parameters are those that the editor itself writes into links
/// (`cubing/twisty/views/twizzle/url-params.ts`).
const EDITOR: &str = "https://alpha.twizzle.net/edit/";

/// A link to a page that shows the cube and plays its solution; `None` if the moves do not solve the cube.
///
/// The setup is the inverse of the solution, after the rotation that matches all colours to those of the cube: no
/// scramble is needed. The page knows the usual colours alone: it shows those of the palette if it has them as well,
/// however they are turned.
pub fn viewer_link(cube: &Cube, solution: &[Move], palette: &Palette) -> Option<String> {
    let cube = cube.stickers();
    let size = cube.size();
    let end = cube.then(solution);
    let turned_to =
        |end: &Stickers| rotations(size).into_iter().find(|sequence| Stickers::after(size, sequence) == *end);
    let rotation = turned_to(&painted(&end, palette)).or_else(|| turned_to(&end))?;
    let mut setup: Vec<String> = rotation.iter().map(|&turn| rotation_name(turn)).collect();
    let backwards: Vec<Move> = solution.iter().rev().map(|turn| turn.inverse()).collect();
    setup.extend(backwards.iter().map(Move::to_string));
    let (setup, sequence) = (encoded(&setup.join(" ")), encoded(&LayerSequence(solution).to_string()));
    Some(format!("{EDITOR}?puzzle={size}&setup-alg={setup}&alg={sequence}"))
}

/// The stickers with the faces on which the usual colours are those of the palette.
fn painted(cube: &Stickers, palette: &Palette) -> Stickers {
    let usual = |face: &u8| {
        let colour = palette.colours[usize::from(*face)];
        Palette::USUAL.colours.iter().position(|&usual| usual == colour).map_or(*face, |face| face as u8)
    };
    Stickers::new(cube.size(), cube.colours().iter().map(usual).collect())
}

/// Sequences of at most two turns of the whole cube that make all its 24 rotations, the shortest first.
fn rotations(size: Size) -> Vec<Vec<Move>> {
    let turn = |face, quarters| Move::new(face, 1, size.layers(), quarters);
    let single = || (0..3).flat_map(|face| (1..4).map(move |quarters| turn(face, quarters)));
    let mut sequences = vec![Vec::new()];
    sequences.extend(single().map(|turn| vec![turn]));
    sequences.extend(single().flat_map(|first| single().map(move |second| vec![first, second])));
    sequences
}

/// `y`, `x2` or `z'`: rotations are named after axes, which point to U, R and F.
fn rotation_name(turn: Move) -> String {
    format!("{}{}", ["y", "x", "z"][usize::from(turn.face)], ["", "", "2", "'"][usize::from(turn.quarters)])
}

/// Encodes a query value as forms do: move sequences have no other characters than letters, digits, hyphens, blanks and
/// quotes.
fn encoded(sequences: &str) -> String {
    sequences.replace(' ', "+").replace('\'', "%27")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{MoveOptions, parse_turns};

    fn turns(text: &str, size: Size) -> Vec<Move> {
        parse_turns(text, size, &MoveOptions::default()).unwrap()
    }

    /// A parameter of a link, decoded.
    fn parameter(link: &str, name: &str) -> String {
        let (_, query) = link.split_once('?').unwrap();
        let value = query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('=')).unwrap();
        value.replace('+', " ").replace("%27", "'")
    }

    #[test]
    fn of_a_3x3x3() {
        let cube = Stickers::after(Size::THREE, &turns("R U R' F2", Size::THREE));
        let link = viewer_link(&cube.clone().into(), &turns("F2 R U' R'", Size::THREE), &Palette::USUAL).unwrap();
        let query = "puzzle=3x3x3&setup-alg=R+U+R%27+F2&alg=F2+R+U%27+R%27";
        assert_eq!(link, format!("https://alpha.twizzle.net/edit/?{query}"));
        assert_eq!(viewer_link(&cube.clone().into(), &turns("F2", Size::THREE), &Palette::USUAL), None);
        let solved = viewer_link(&Cube::SOLVED, &[], &Palette::USUAL).unwrap();
        assert!(solved.ends_with("setup-alg=&alg="), "{solved}");
    }

    /// With yellow on top and blue in front, and with colours that the page does not have in this arrangement.
    #[test]
    fn the_colours_are_those_that_were_typed() {
        let cube: Cube = "R U R' F2".parse().unwrap();
        let setup = |letters| {
            let palette = Palette::of_letters(letters);
            parameter(&viewer_link(&cube, &turns("F2 R U' R'", Size::THREE), &palette).unwrap(), "setup-alg")
        };
        assert_eq!(setup(['Y', 'R', 'B', 'W', 'O', 'G']), "x2 R U R' F2");
        assert_eq!(setup(['O', 'W', 'G', 'R', 'Y', 'B']), "z R U R' F2");
        assert_eq!(setup(['W', 'R', 'B', 'Y', 'O', 'G']), "R U R' F2");
        assert_eq!(setup(['K', 'P', 'p', 'g', 'b', 'O']), "R U R' F2");
    }

    #[test]
    fn the_setup_makes_the_cube_as_it_is_held() {
        for size in Size::all() {
            let sequence = turns("R U' F2 D B", size);
            for rotation in rotations(size) {
                let cube = Stickers::after(size, &rotation).then(&sequence);
                let solution: Vec<Move> = sequence.iter().rev().map(|turn| turn.inverse()).collect();
                let link = viewer_link(&cube.clone().into(), &solution, &Palette::USUAL).unwrap();
                assert_eq!(parameter(&link, "puzzle"), size.to_string());
                assert_eq!(
                    Stickers::after(size, &turns(&parameter(&link, "alg"), size)),
                    Stickers::after(size, &solution)
                );
                assert_eq!(Stickers::after(size, &turns(&parameter(&link, "setup-alg"), size)), cube, "{link}");
            }
        }
    }
}
