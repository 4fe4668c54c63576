// Tabs that follow the ARIA pattern: arrows go from one to the next. In large windows one tab is
// always visible. In others (style.css) a press opens it over the rest, and a second press or
// Escape closes it.

/**
 * Connects the tabs in `panel`. `onShow(name)` is called when another tab appears. Returns
 * {show(name, over), shown()}: `show` opens a tab over the rest if necessary, unless `over` is
 * false; `shown` returns its name, or null.
 */
export function mountTabs(panel, onShow) {
  const tabs = [...panel.querySelectorAll("[role=tab]")], name = (tab) => tab.id.slice("tab-".length);
  const body = (tab) => document.getElementById(tab.getAttribute("aria-controls"));
  let current = tabs.find((tab) => tab.getAttribute("aria-selected") === "true");
  panel.addEventListener("click", ({ target }) => {
    const tab = target.closest("[role=tab]");
    if (tab) open(tab, !(tab === current && panel.classList.contains("unfolded")));
  });
  panel.addEventListener("keydown", (event) => {
    const at = tabs.indexOf(event.target), next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (event.key === "Escape" && panel.classList.contains("unfolded")) {
      open(current, false);
      current.focus();
    } else if (at < 0 || next === undefined) {
      return;
    } else {
      select(tabs[(next + tabs.length) % tabs.length]);
      current.focus();
    }
    event.preventDefault();
  });
  document.addEventListener("pointerdown", ({ target }) => { if (!panel.contains(target)) panel.classList.remove("unfolded"); });
  return { show: (wanted, over = true) => open(tabs.find((tab) => name(tab) === wanted), over), shown };

  function open(tab, on) {
    panel.classList.toggle("unfolded", on);
    select(tab);
  }

  function select(tab) {
    current = tab;
    for (const each of tabs) {
      each.setAttribute("aria-selected", each === tab);
      each.tabIndex = each === tab ? 0 : -1;
      body(each).hidden = each !== tab;
    }
    onShow(shown());
  }

  /** Returns the name of the visible tab; null if it would have to be opened. */
  function shown() {
    return body(current).checkVisibility() ? name(current) : null;
  }
}
