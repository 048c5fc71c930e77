// @ts-check
/** Keeps the page for use without a network, where the browser can: from `localhost` or by `https`. */

if ('serviceWorker' in navigator) {
  navigator.serviceWorker.register('offline.js').catch(() => {
    // Storage may be blocked. Then the page needs the network.
  });
}
