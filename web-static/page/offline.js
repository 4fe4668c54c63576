// Stores the page in this browser, so that it opens without a connection.

/**
 * Registers the service worker, for the bundled page only, with the page's language. If that fails,
 * everything else works as before.
 */
export async function keepPage() {
  if (!document.getElementById("chunks")) return;
  try {
    await navigator.serviceWorker.register(new URL(`worker.js?language=${document.documentElement.lang}`, document.baseURI));
  } catch {
    // Browsers allow no worker over plain HTTP from another machine, and some allow none in private
    // windows.
  }
}
