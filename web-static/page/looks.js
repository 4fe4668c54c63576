// Applies the chosen appearance before the first paint. This is a classic script, loaded before the
// style sheets. settings.js takes over later and validates the values.

{
  const root = document.documentElement, usual = { mode: "auto", theme: "auto", stones: "marked", coordinates: "on" };
  let chosen = false;
  for (const [name, value] of Object.entries(usual)) {
    let kept;
    try {
      kept = localStorage.getItem(`gomoku.${name}`);
    } catch { /* A browser may refuse storage. */ }
    root.dataset[name] = kept ?? value;
    chosen ||= root.dataset[name] !== value;
  }
  // The home page's document also contains people's pages.
  if (root.dataset.screen && /[?&]person\b/.test(location.search)) root.dataset.screen = "person";
  if (chosen) {
    const link = Object.assign(document.createElement("link"), { id: "themes", rel: "stylesheet", href: "board/themes.css" });
    link.setAttribute("blocking", "render");
    document.head.append(link);
  }
}
