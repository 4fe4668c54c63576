// Replaces dead addresses with local files in three cases: in the gadget's markup, in markup that
// it writes later, and in the properties of elements that it creates. Nothing here gives access to
// the network. Addresses that are not in the map stay as they are, and the frame's policy refuses
// them.

(function (frame) {
  "use strict";
  var Observer = window.MutationObserver, setAttribute = Element.prototype.setAttribute, hasAttribute = Element.prototype.hasAttribute;
  var exact = {}, prefixes = [], families = {}, base = "/", originals = {};

  /**
   * @param map.exact    {"host/path": local path}.
   * @param map.prefixes [["host/folder/", local folder]], longest first.
   * @param map.base     the folder against which relative addresses are resolved.
   */
  frame.setAddresses = function (map) {
    var keys = frame.keys(map.exact), index, library;
    exact = map.exact;
    prefixes = map.prefixes;
    base = map.base;
    families = {};
    for (index = 0; index < keys.length; index += 1) {
      library = frame.libraryOf(keys[index]);
      if (!library) continue;
      families[library.name] = families[library.name] || [];
      families[library.name][families[library.name].length] = [library.version, exact[keys[index]]];
    }
  };

  /** Returns the local address for `address`, or the same text. */
  frame.localAddress = function (address) {
    var text = String(address).replace(/^\s+|\s+$/g, ""), found, key, index, family;
    found = frame.own(exact, text);
    if (!found && /^(?:https?:)?\/\//i.test(text)) {
      key = text.replace(/^(?:https?:)?\/\//i, "").replace(/#.*$/, "").replace(/^[^/?]*/, function (host) { return host.toLowerCase(); });
      if (key.indexOf(window.location.host + "/") === 0) return text;
      found = frame.own(exact, key) || frame.own(exact, key.replace(/\?.*$/, ""));
      for (index = 0; !found && index < prefixes.length; index += 1) {
        if (key.indexOf(prefixes[index][0]) === 0) found = prefixes[index][1] + key.slice(prefixes[index][0].length).replace(/\?.*$/, "");
      }
      if (!found) {
        family = frame.libraryOf(key);
        found = family && builds(family);
      }
    } else if (!found && text && !/^(?:[a-z][a-z0-9+.-]*:|[/#?])/i.test(text)) {
      return base + text;
    }
    if (!found) return text;
    found = frame.address + found;
    if (!frame.hasOwn(originals, found)) frame.put(originals, found, text);
    return found;
  };

  /**
   * Returns a build of the same library: of the same version if there is one, otherwise the first.
   */
  function builds(family) {
    var list = frame.own(families, family.name), index;
    if (!list) return null;
    for (index = 0; index < list.length; index += 1) if (list[index][0] === family.version) return list[index][1];
    return list[0][1];
  }

  var LIBRARIES = /^(jquery|jquery-ui|prototype|scriptaculous|effects|controls|dragdrop|mootools|mootools-core|swfobject|json2|raphael|underscore)$/;

  /**
   * Returns {name, version} of a well-known library's build, from its file name and folder, or null
   * for other files.
   */
  frame.libraryOf = function (address) {
    var path = address.replace(/\?.*$/, ""), file = path.slice(path.lastIndexOf("/") + 1).toLowerCase(), name, version;
    if (!/\.js$/.test(file)) return null;
    name = file.replace(/\.js$/, "").replace(/[.-](?:min|pack|packed|compressed|yui-compressed|nc|custom|full|latest)\b/g, "").replace(/[-_.]?v?\d[\d.]*[a-z]?\d*$/, "");
    if (!LIBRARIES.test(name)) return null;
    version = /(\d+(?:\.\d+)+)/.exec(file) || /\/(\d+(?:\.\d+)+)\//.exec(path);
    return { name: name, version: version ? version[1] : "" };
  };

  /**
   * Returns markup with local addresses where possible. Addresses that scripts set are replaced by
   * the hooks below.
   */
  frame.localMarkup = function (markup) {
    var text = String(markup), result = "", script = /(<script\b[^>]*>)([\s\S]*?)(<\/script\s*>)/gi, from = 0, match;
    if (!/src|href|background|url\(|@import/i.test(text)) return text;
    while ((match = script.exec(text))) {
      result += tags(text.slice(from, match.index)) + tags(match[1]) + match[2] + match[3];
      from = script.lastIndex;
    }
    return result + tags(text.slice(from));
  };

  /**
   * Returns whether the server lets a page without an origin read the file at that address. With
   * `crossorigin`, a script's errors are reported in full, and a canvas with such a picture stays
   * readable.
   */
  function isOpen(address) {
    var path = address.indexOf(frame.address + "/") === 0 ? address.slice(frame.address.length) : address;
    return /^\/(?:gadgets|gadget\/lib)\//.test(path);
  }

  /**
   * Returns the local address for the `src` of a script or picture, and sets `crossorigin` so that
   * the file is readable.
   */
  function opened(value, element) {
    var address = frame.localAddress(value);
    if (isOpen(address) && !hasAttribute.call(element, "crossorigin")) setAttribute.call(element, "crossorigin", "anonymous");
    return address;
  }

  var ATTRIBUTE = /(<(?:script|img|image|link|input|body|table|tr|td|th|embed|audio|video|source|bgsound)\b[^>]*?\s(?:src|href|background)\s*=\s*)(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/gi;
  var STYLE_URL = /\burl\(\s*(&quot;|["']?)([^)"'&]+)\1\s*\)/gi;
  var IMPORT = /(@import\s+)(["'])([^"']+)\2/gi;

  function tags(text) {
    return frame.localStyle(text.replace(ATTRIBUTE, function (whole, before, double, single, bare) {
      var value = double !== undefined ? double : single !== undefined ? single : bare;
      var quote = single !== undefined ? "'" : "\"";
      var local = frame.localAddress(value.replace(/&amp;/g, "&"));
      var found = local === value ? whole : before + quote + local.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/'/g, "&#39;") + quote;
      return /^<(?:script|im)/i.test(before) && isOpen(local) ? found + " crossorigin=\"anonymous\"" : found;
    }));
  }

  frame.localStyle = function (text) {
    return String(text).replace(STYLE_URL, function (whole, quote, address) {
      return "url(" + quote + frame.localAddress(address) + quote + ")";
    }).replace(IMPORT, function (whole, before, quote, address) {
      return before + quote + frame.localAddress(address) + quote;
    });
  };

  // Hooks on every way in which an element gets its address.

  /** Wraps a property's setter, and its getter if `get` is given. */
  function wrap(owner, name, set, get) {
    var found = owner && Object.getOwnPropertyDescriptor(owner, name);
    if (!found || !found.set || !found.configurable) return;
    frame.define(owner, name, {
      configurable: true, enumerable: found.enumerable,
      get: get ? function () { return get(found.get.call(this)); } : found.get,
      set: function (value) { found.set.call(this, set(value, this)); },
    });
  }

  /** Returns the address that the gadget had set, because some gadgets compare addresses. */
  function original(address) { return frame.own(originals, address) || address; }

  function prototypeOf(name) { return window[name] && window[name].prototype; }

  frame.hookAddresses = function () {
    var index, list = [["HTMLInputElement", "src"], ["HTMLMediaElement", "src"],
      ["HTMLSourceElement", "src"], ["HTMLEmbedElement", "src"], ["HTMLLinkElement", "href"], ["HTMLBodyElement", "background"]];
    for (index = 0; index < list.length; index += 1) wrap(prototypeOf(list[index][0]), list[index][1], frame.localAddress, original);
    wrap(prototypeOf("HTMLScriptElement"), "src", opened, original);
    wrap(prototypeOf("HTMLImageElement"), "src", opened, original);
    wrap(prototypeOf("Element"), "innerHTML", markup);
    wrap(prototypeOf("Element"), "outerHTML", markup);
    hookAttributes(prototypeOf("Element"));
    hookStyles(prototypeOf("CSSStyleDeclaration"));
    hookWriting();
  };

  function markup(value) { return value === null ? "" : frame.localMarkup(value); }

  function hookAttributes(owner) {
    var set = owner.setAttribute, insert = owner.insertAdjacentHTML;
    owner.setAttribute = function (name, value) {
      var attribute = String(name).toLowerCase(), tag = this.nodeName, given = value;
      if (attribute === "style") given = frame.localStyle(value);
      else if (attribute === "src" && /^(?:SCRIPT|IMG)$/i.test(tag)) given = opened(value, this);
      else if (attribute === "src" || attribute === "background") given = /^(?:I?FRAME)$/i.test(tag) ? value : frame.localAddress(value);
      else if (attribute === "href" && /^LINK$/i.test(tag)) given = frame.localAddress(value);
      set.call(this, name, given);
    };
    owner.insertAdjacentHTML = function (where, text) { insert.call(this, where, frame.localMarkup(text)); };
  }

  function hookStyles(owner) {
    var setProperty = owner.setProperty;
    wrap(owner, "cssText", style);
    owner.setProperty = function (name, value, priority) { setProperty.call(this, name, style(value), priority || ""); };
  }

  /**
   * Corrects addresses in single style properties after they are set. Not every browser has a
   * setter for them that can be wrapped.
   */
  frame.watchStyles = function () {
    new Observer(function (records) {
      var index, element, text, local;
      for (index = 0; index < records.length; index += 1) {
        element = records[index].target;
        text = element.getAttribute("style");
        local = text === null ? text : style(text);
        if (local !== text) setAttribute.call(element, "style", local);
      }
    }).observe(document, { attributes: true, subtree: true, attributeFilter: ["style"] });
  };

  function style(value) { return typeof value === "string" && value.indexOf("url(") >= 0 ? frame.localStyle(value) : value; }

  /**
   * Wraps document.write and document.open. Both remove the listeners if the page is complete, so
   * the listeners are added again.
   */
  function hookWriting() {
    var owner = window.Document.prototype, write = document.write, open = document.open;
    frame.write = function (text) { write.call(document, text); };
    // Replaces the prototype's method, so that no gadget finds the original, which would remove the
    // listeners for good.
    owner.write = function () {
      var text = "", index;
      if (this !== document) return void write.apply(this, arguments);
      for (index = 0; index < arguments.length; index += 1) text += String(arguments[index]);
      write.call(document, frame.localMarkup(text));
      frame.listenAll();
    };
    owner.writeln = function () {
      owner.write.apply(this, arguments);
      write.call(this, "\n");
    };
    owner.open = function () {
      var result = open.apply(this, arguments);
      frame.listenAll();
      return result;
    };
    frame.open = function () { open.call(document); };
  }
}(window.gadgetFrame));
