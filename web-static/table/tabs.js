// Tabs that follow the ARIA pattern: arrows go from one to the next. In large windows one tab is
// always visible. In others (style.css, phones.css) a press opens it over the rest, and a second
// press or Escape closes it. On phones one button opens the panel with all its tabs.

/** Windows in which the chat has a place of its own below the other tabs (style.css). */
const CHAT_BESIDE = "(min-aspect-ratio: 1/1) and (min-height: 43rem)";

/**
 * Connects the tabs in `panel`, and the button `unfold` that opens the panel. `onShow()` is called
 * when another tab appears. Returns {show(name, over), isShown(name)}: `show` opens a tab over the
 * rest if necessary, unless `over` is false.
 */
export function mountTabs(panel, unfold, onShow) {
  const tabs = [...panel.querySelectorAll("[role=tab]")], name = (tab) => tab.id.slice("tab-".length);
  const body = (tab) => document.getElementById(tab.getAttribute("aria-controls"));
  const named = (wanted) => tabs.find((tab) => name(tab) === wanted);
  const beside = matchMedia(CHAT_BESIDE);
  let current = tabs.find((tab) => tab.getAttribute("aria-selected") === "true");
  panel.addEventListener("click", ({ target }) => {
    const tab = target.closest("[role=tab]");
    // Where one button opens the panel, a second press on a tab does not close it.
    if (tab) open(tab, unfold.checkVisibility() || !(tab === current && panel.classList.contains("unfolded")));
  });
  unfold.addEventListener("click", () => open(current, !panel.classList.contains("unfolded")));
  panel.addEventListener("keydown", (event) => {
    const usable = tabs.filter((tab) => tab.checkVisibility()), at = usable.indexOf(event.target);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: usable.length - 1 }[event.key];
    if (event.key === "Escape" && panel.classList.contains("unfolded")) {
      open(current, false);
      (current.checkVisibility() ? current : unfold).focus();
    } else if (at < 0 || next === undefined) {
      return;
    } else {
      select(usable[(next + usable.length) % usable.length]);
      current.focus();
    }
    event.preventDefault();
  });
  document.addEventListener("pointerdown", ({ target }) => { if (!panel.contains(target)) fold(false); });
  beside.addEventListener("change", placeChat);
  return { show: (wanted, over = true) => open(named(wanted), over), isShown: (wanted) => body(named(wanted)).checkVisibility() };

  function open(tab, on) {
    fold(on);
    select(beside.matches && name(tab) === "chat" ? named("moves") : tab);
  }

  function fold(on) {
    panel.classList.toggle("unfolded", on);
    unfold.setAttribute("aria-expanded", String(on));
  }

  /** Leaves the chat's tab where the chat is visible anyway. */
  function placeChat() {
    open(current, panel.classList.contains("unfolded"));
  }

  function select(tab) {
    current = tab;
    for (const each of tabs) {
      each.setAttribute("aria-selected", each === tab);
      each.tabIndex = each === tab ? 0 : -1;
      body(each).hidden = each !== tab;
    }
    onShow();
  }
}
