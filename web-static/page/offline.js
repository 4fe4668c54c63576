// Stores the page in this browser, so that it opens without a connection.

/**
 * Registers the service worker, for the bundled page only. If that fails, everything else works as
 * before.
 */
export async function keepPage() {
  if (!document.getElementById("chunks")) return;
  try {
    await navigator.serviceWorker.register(new URL("worker.js", document.baseURI));
  } catch {
    // Browsers allow no worker over plain HTTP from another machine, and some allow none in private
    // windows.
  }
}
