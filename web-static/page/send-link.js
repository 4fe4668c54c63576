// Handing an address on.

/** Hands a link on, the page's unless another is given, with the system's own sheet on a phone, else by the clipboard: "shared", "copied", or null. */
export async function sendLink(title, url = location.href) {
  try {
    if (navigator.share && matchMedia("(pointer: coarse)").matches) {
      await navigator.share({ title, url });
      return "shared";
    }
    await navigator.clipboard.writeText(url);
    return "copied";
  } catch (error) {
    return error.name === "AbortError" ? "shared" : null;
  }
}
