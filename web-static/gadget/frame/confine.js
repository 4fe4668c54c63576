// Restrictions beyond this page's content security policy. This file closes ways out that no policy
// closes in every browser, and limits dialogs and history entries. It also reports missing files
// and errors to the container.

(function (frame) {
  "use strict";
  /**
   * The number of dialogs within DIALOG_MS. Further dialogs return as if the user had dismissed
   * them.
   */
  var DIALOGS = 6, DIALOG_MS = 20000;
  /** The longest report in characters, and the largest number of reports. */
  var TEXT_LIMIT = 300, TELL_LIMIT = 40;
  var Observer = window.MutationObserver, remove = Element.prototype.remove, hasAttribute = Element.prototype.hasAttribute;
  var queryAll = Element.prototype.querySelectorAll, time = Date.now, told = {};

  /** Reports a problem to the container once, for the user and for the gadget's author. */
  frame.trouble = function (kind, text) {
    var words = String(text === undefined ? "" : text).slice(0, TEXT_LIMIT), key = kind + " " + words;
    if (frame.hasOwn(told, key) || frame.keys(told).length >= TELL_LIMIT) return;
    told[key] = true;
    frame.call("trouble", [kind, words]);
  };

  frame.confine = function () {
    // Peer connections do not use the network that the policy closes, and not every browser
    // supports the directive against them.
    forget(window, ["RTCPeerConnection", "webkitRTCPeerConnection", "mozRTCPeerConnection", "WebTransport", "XSLTProcessor", "documentPictureInPicture"]);
    // The observer below does not see inside shadow roots or unsafe HTML.
    forget(Element.prototype, ["attachShadow", "setHTMLUnsafe"]);
    if (window.Document) forget(window.Document, ["parseHTMLUnsafe"]);
    limitDialogs();
    limitHistory();
  };

  function forget(owner, names) {
    var index;
    if (!owner) return;
    for (index = 0; index < names.length; index += 1) delete owner[names[index]];
  }

  function limitDialogs() {
    var names = ["alert", "confirm", "prompt", "print"], answers = [undefined, false, null, undefined], opened = [], index;

    function limited(dialog, answer) {
      return function () {
        var now = time();
        while (opened.length && now - opened[0] > DIALOG_MS) opened = rest(opened);
        if (opened.length >= DIALOGS) {
          frame.trouble("dialogs");
          return answer;
        }
        opened[opened.length] = now;
        return dialog.apply(window, arguments);
      };
    }

    for (index = 0; index < names.length; index += 1) {
      if (typeof window[names[index]] === "function") window[names[index]] = limited(window[names[index]], answers[index]);
    }
  }

  function rest(list) {
    var result = [], index;
    for (index = 1; index < list.length; index += 1) result[index - 1] = list[index];
    return result;
  }

  /**
   * Replaces pushState, so that the gadget's entries do not come between the user and the previous
   * page.
   */
  function limitHistory() {
    var history = window.History && window.History.prototype, replaceState;
    if (!history || !history.pushState) return;
    replaceState = history.replaceState;
    history.pushState = function () { replaceState.apply(this, arguments); };
  }

  /**
   * Removes frames with `srcdoc`, which would not have these restrictions. They are removed before
   * their scripts run.
   */
  frame.watchFrames = function () {
    new Observer(function (records) {
      var index, at, added;
      for (index = 0; index < records.length; index += 1) {
        if (records[index].type === "attributes") drop(records[index].target);
        added = records[index].addedNodes;
        for (at = 0; at < added.length; at += 1) inside(added[at]);
      }
    }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ["srcdoc"] });
  };

  function inside(node) {
    var found, index;
    if (node.nodeType !== 1) return;
    drop(node);
    found = queryAll.call(node, "iframe[srcdoc]");
    for (index = 0; index < found.length; index += 1) drop(found[index]);
  }

  function drop(node) {
    if (!hasAttribute.call(node, "srcdoc")) return;
    remove.call(node);
    frame.trouble("frame");
  }

  // Missing files and errors.

  /** Elements whose file is not essential for most gadgets. */
  var DECORATIONS = /^(?:img|image|input|audio|video|source|track|embed)$/i;

  function failed(event) {
    var target = event.target, address;
    if (target && target !== window && target.nodeType === 1) {
      address = target.src || target.href;
      if (typeof address === "string" && address) frame.trouble(DECORATIONS.test(target.nodeName) ? "decoration" : "missing", address);
      // A module script in the page reports no address if one of its imports does not load.
      else if (/^script$/i.test(target.nodeName)) frame.trouble("module");
    } else if (event.message) {
      frame.trouble("error", event.message);
    }
  }

  function refused(event) {
    var address = String(event.blockedURI || "");
    if (/^https?:/.test(address)) frame.trouble(/^(?:img|media|font)-src/.test(event.effectiveDirective) ? "decoration" : "missing", address);
  }

  function rejected(event) {
    var reason = event.reason;
    frame.trouble("error", reason && reason.message || reason);
  }

  frame.listenForTrouble = function () {
    frame.addListener("error", failed, true);
    frame.addListener("securitypolicyviolation", refused, true);
    frame.addListener("unhandledrejection", rejected, false);
    // The container cannot count entries in a history that is already full.
    frame.addListener("hashchange", function () { frame.call("entry", []); }, false);
  };
}(window.gadgetFrame));
