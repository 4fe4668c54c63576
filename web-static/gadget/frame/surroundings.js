// Replacements for parts of a page of 2009 that a frame without an origin lacks: cookies, storage
// and document.domain. This file also handles links and forms, which would otherwise replace the
// gadget with an error page.

(function (frame) {
  "use strict";

  function replace(owner, name, descriptor) {
    descriptor.configurable = true;
    try {
      frame.define(owner, name, descriptor);
    } catch (error) {
      frame.warn("The browser keeps " + name + " as it is.");
    }
  }

  /** Returns storage that lasts as long as the gadget is shown. */
  function memory() {
    var kept = {};
    return {
      getItem: function (key) { return frame.hasOwn(kept, key) ? kept[key] : null; },
      setItem: function (key, value) { frame.put(kept, String(key), String(value)); },
      removeItem: function (key) { delete kept[key]; },
      clear: function () { kept = {}; },
      key: function (index) { return frame.keys(kept)[index] || null; },
      get length() { return frame.keys(kept).length; },
    };
  }

  frame.installSurroundings = function () {
    var jar = {}, local = memory(), session = memory();
    replace(window, "localStorage", { get: function () { return local; } });
    replace(window, "sessionStorage", { get: function () { return session; } });
    replace(document, "cookie", {
      get: function () {
        var names = frame.keys(jar), text = "", index;
        for (index = 0; index < names.length; index += 1) text += (index ? "; " : "") + names[index] + "=" + jar[names[index]];
        return text;
      },
      set: function (text) {
        var pair = /^\s*([^=;]*)=([^;]*)/.exec(String(text));
        if (pair) frame.put(jar, pair[1], pair[2]);
      },
    });
    offeredWindows();
    replace(document, "domain", { get: function () { return window.location.hostname; }, set: function () {} });
  };

  /**
   * Replaces window.open. No window opens. The page around the gadget shows the address and lets
   * the user decide. Calls on the returned window, mostly focus(), do nothing instead of throwing.
   */
  function offeredWindows() {
    window.open = function (address) {
      var nothing = function () {};
      if (address && !/^about:/i.test(String(address))) offer(String(address));
      else frame.trouble("window");
      return {
        closed: false, focus: nothing, blur: nothing, close: nothing, moveTo: nothing, resizeTo: nothing, postMessage: nothing,
        document: { open: nothing, write: nothing, writeln: nothing, close: nothing, title: "" }, location: {}, opener: window,
      };
    };
  }

  function offer(address) { frame.call("requestNavigateTo", [address.replace(/^\/\//, "http://")]); }

  /**
   * Offers a link out of the gadget through the page. Links to "#" do nothing. No link replaces the
   * gadget.
   */
  function clicked(event) {
    var address = linked(event);
    if (address === null || event.defaultPrevented || (address.charAt(0) === "#" && !isOut(address))) return;
    if (/^javascript:/i.test(address)) {
      // The policy of the page around this frame refuses every navigation, even to a javascript:
      // address.
      event.preventDefault();
      run(address);
    } else {
      event.preventDefault();
      if (isOut(address)) offer(address);
    }
  }

  /**
   * Handles clicks with the wheel or a held key, which would open a tab that nothing else prevents.
   * Runs before any handler of the gadget.
   */
  function clickedAside(event) {
    var address = linked(event);
    if (address === null || !(event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)) return;
    event.preventDefault();
    if (isOut(address)) offer(address);
  }

  /** Returns the address of the clicked link, or null if the click hit none. */
  function linked(event) {
    var link = event.target, address;
    while (link && !/^(?:a|area)$/i.test(link.nodeName)) link = link.parentNode;
    if (!link || !link.getAttribute) return null;
    address = link.getAttribute("href");
    if (address === null) address = link.getAttribute("xlink:href"); // in drawings (SVG) of that time
    return address === null ? null : String(address).replace(/^\s+/, "");
  }

  /**
   * Returns whether an address leads to another page. Fragments such as #restored:wave:… led to
   * places in Wave's page.
   */
  function isOut(address) { return /^(?:(?:https?:)?\/\/|mailto:|wave:|#(?:restored|minimized|maximized|focused):)/i.test(address); }

  /**
   * Cancels a form's submission, after the gadget's own handler has run. The browser never sends a
   * form.
   */
  function submitted(event) {
    var action;
    if (event.defaultPrevented) return;
    event.preventDefault();
    action = String(event.target.getAttribute("action") || "").replace(/^\s+/, "");
    if (/^javascript:/i.test(action)) run(action);
  }

  /** Runs the code of a javascript: address, as the browser would. */
  function run(address) {
    var code = address.slice("javascript:".length);
    try {
      code = decodeURIComponent(code);
    } catch (error) {
      // A percent sign that is not an escape but an operator of the language.
    }
    // oxlint-disable-next-line no-eval -- The frame is sandboxed. Browsers run such code too.
    (0, window.eval)(code);
  }

  frame.listenAll = function () {
    frame.listen();
    frame.addListener("click", clicked, false);
    frame.addListener("click", clickedAside, true);
    frame.addListener("auxclick", clickedAside, true);
    frame.addListener("submit", submitted, false);
    frame.listenForTrouble();
    frame.listenForSize();
  };
}(window.gadgetFrame));
