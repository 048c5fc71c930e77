// @ts-check
// Loaded before the page is drawn, so that a chosen theme does not flash in the other one.
(() => {
  try {
    const chosen = localStorage.getItem('cubepdb-theme');
    if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
  } catch {
    // Storage may be blocked. Then the theme of the system is used.
  }
})();
