//! The files of the page, which are in the program.

/// A file: its path, its type, and its text.
pub type File = (&'static str, &'static str, &'static str);

/// The file at a path.
pub fn find(path: &str) -> Option<File> {
    let path = if path == "/" { "/index.html" } else { path };
    FILES.iter().find(|(name, ..)| *name == path).copied()
}

const SCRIPT: &str = "text/javascript; charset=utf-8";

const FILES: &[File] = &[
    ("/index.html", "text/html; charset=utf-8", include_str!("page/index.html")),
    ("/page.css", "text/css; charset=utf-8", include_str!("page/page.css")),
    ("/client.js", SCRIPT, include_str!("page/client.js")),
    ("/cube.js", SCRIPT, include_str!("page/cube.js")),
    ("/dom.js", SCRIPT, include_str!("page/dom.js")),
    ("/engine.js", SCRIPT, include_str!("page/engine.js")),
    ("/editor.js", SCRIPT, include_str!("page/editor.js")),
    ("/link.js", SCRIPT, include_str!("page/link.js")),
    ("/page.js", SCRIPT, include_str!("page/page.js")),
    ("/paint.js", SCRIPT, include_str!("page/paint.js")),
    ("/player.js", SCRIPT, include_str!("page/player.js")),
    ("/question.js", SCRIPT, include_str!("page/question.js")),
    ("/save.js", SCRIPT, include_str!("page/save.js")),
    ("/scene.js", SCRIPT, include_str!("page/scene.js")),
    ("/search.js", SCRIPT, include_str!("page/search.js")),
    ("/server.js", SCRIPT, include_str!("page/server.js")),
    ("/tables.js", SCRIPT, include_str!("page/tables.js")),
    ("/theme.js", SCRIPT, include_str!("page/theme.js")),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_there_and_all_are_small() {
        let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/solve/serve/page");
        let count = std::fs::read_dir(directory).unwrap().count();
        let names: Vec<_> = FILES.iter().map(|(name, ..)| name).collect();
        assert_eq!(FILES.len(), count, "{names:?}");
        assert!(FILES.iter().map(|(.., text)| text.len()).sum::<usize>() < 250_000);
        assert_eq!(find("/"), find("/index.html"));
        assert!(find("/..").is_none() && find("/page.rs").is_none());
    }
}
