// What a gadget must not have, beyond what the policy of this page refuses: ways out that no policy closes in every
// browser, dialogs and history entries without end. And what it needs that is not there, or fails, is told.

(function (frame) {
  "use strict";
  /** How many dialogs may open within DIALOG_MS; what comes after them is answered as if it had been dismissed. */
  var DIALOGS = 6, DIALOG_MS = 20000;
  /** How long what is told may be, in characters, and how much is told. */
  var TEXT_LIMIT = 300, TELL_LIMIT = 40;
  var Observer = window.MutationObserver, remove = Element.prototype.remove, hasAttribute = Element.prototype.hasAttribute;
  var queryAll = Element.prototype.querySelectorAll, time = Date.now, told = {};

  /** Tells the container what went wrong, once, for the person and for the gadget's author. */
  frame.trouble = function (kind, text) {
    var words = String(text === undefined ? "" : text).slice(0, TEXT_LIMIT), key = kind + " " + words;
    if (frame.hasOwn(told, key) || frame.keys(told).length >= TELL_LIMIT) return;
    told[key] = true;
    frame.call("trouble", [kind, words]);
  };

  frame.confine = function () {
    // Peers are reached without the network that the policy closes, and not every browser knows its word for them.
    forget(window, ["RTCPeerConnection", "webkitRTCPeerConnection", "mozRTCPeerConnection", "WebTransport", "XSLTProcessor", "documentPictureInPicture"]);
    // Where the observer below would not look.
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

  /** Entries of a gadget's would stand between the person and the page before this one. */
  function limitHistory() {
    var history = window.History && window.History.prototype, replaceState;
    if (!history || !history.pushState) return;
    replaceState = history.replaceState;
    history.pushState = function () { replaceState.apply(this, arguments); };
  }

  /** A frame with a document of its own inside would be a place without all this. It goes before its scripts run. */
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

  // What is missing, and what fails.

  /** Elements whose file a gadget mostly works without. */
  var DECORATIONS = /^(?:img|image|input|audio|video|source|track|embed)$/i;

  function failed(event) {
    var target = event.target, address;
    if (target && target !== window && target.nodeType === 1) {
      address = target.src || target.href;
      if (typeof address === "string" && address) frame.trouble(DECORATIONS.test(target.nodeName) ? "decoration" : "missing", address);
      // A module in the page fails without an address where something that it imports does not load.
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
    // An entry in a history that is full already cannot be seen from outside.
    frame.addListener("hashchange", function () { frame.call("entry", []); }, false);
  };
}(window.gadgetFrame));
