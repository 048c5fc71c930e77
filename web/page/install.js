// @ts-check
/** Keeps the page for use without a network, where the browser can: from `localhost` or by `https`. */

if ('serviceWorker' in navigator) {
  navigator.serviceWorker.register('offline.js').then(() => navigator.serviceWorker.ready).then(() => {
    const words = document.createElement('p');
    words.textContent = 'This page also works without a network, and your browser can install it as an app.';
    document.querySelector('footer')?.append(words);
  }).catch(() => {
    // Storage may be blocked. Then the page needs the network.
  });
}
