// Global functions that gadgets of 2005 to 2008 called, and still in 2010 gadgets that GWT
// generated.

(function (frame) {
  "use strict";
  var gadgets = window.gadgets;

  window._gel = function (id) { return document.getElementById(id); };
  window._gelstn = function (name) { return name === "*" && document.all ? document.all : document.getElementsByTagName(name); };
  window._gelsbyregex = function (name, pattern) {
    var all = window._gelstn(name), found = [], index;
    for (index = 0; index < all.length; index += 1) if (pattern.test(all[index].id)) found[found.length] = all[index];
    return found;
  };
  window._esc = function (text) { return window.encodeURIComponent ? encodeURIComponent(text) : escape(text); };
  window._unesc = function (text) { return decodeURIComponent(text); };
  window._hesc = function (text) { return gadgets.util.escapeString(text); };
  window._striptags = function (text) { return String(text).replace(/<\/?[^>]+>/g, ""); };
  window._trim = function (text) { return String(text).replace(/^\s+|\s+$/g, ""); };
  window._args = function () { return gadgets.util.getUrlParameters(); };
  window._toggle = function (element) {
    var target = typeof element === "string" ? document.getElementById(element) : element;
    if (target) target.style.display = target.style.display === "" || target.style.display === "block" ? "none" : "block";
  };
  window._uid = (function () {
    var last = 0;
    return function () { return last += 1; };
  }());
  window._min = function (a, b) { return Math.min(a, b); };
  window._max = function (a, b) { return Math.max(a, b); };
  window._log = function (message) { gadgets.log(message); };
  window._IG_LoadLibraryDeferred = function () {};
  window._exportSymbols = function () {};

  window._IG_RegisterOnloadHandler = function (handler) { gadgets.util.registerOnLoadHandler(handler); };
  window._IG_Prefs = function () { return new gadgets.Prefs(); };
  window._IG_Prefs._parseURL = function () {};
  window._IG_AdjustIFrameHeight = function (opt_height) { gadgets.window.adjustHeight(opt_height); };
  window._IG_SetTitle = function (title) { gadgets.window.setTitle(title); };
  window._IG_MiniMessage = gadgets.MiniMessage;
  window._IG_Tabs = gadgets.TabSet;
  window._IG_Callback = function (callback) {
    var bound = [], index;
    for (index = 1; index < arguments.length; index += 1) bound[index - 1] = arguments[index];
    return function () {
      var all = [], at;
      for (at = 0; at < arguments.length; at += 1) all[at] = arguments[at];
      for (at = 0; at < bound.length; at += 1) all[all.length] = bound[at];
      return callback.apply(null, all);
    };
  };
  window._IG_AddDOMEventHandler = function (element, name, callback) { gadgets.util.attachBrowserEvent(element, name, callback, false); };
  window._IG_AddEventHandler = function (name, callback) {
    if (name === "domload") gadgets.util.registerOnLoadHandler(callback);
  };
  window._IG_TriggerEvent = function () {};
  window._IG_FetchContent = function (url, callback) {
    gadgets.io.makeRequest(url, function (response) { callback(response.data || ""); }, { CONTENT_TYPE: "TEXT" });
  };
  window._IG_FetchXmlContent = function (url, callback) {
    gadgets.io.makeRequest(url, function (response) { callback(response.data); }, { CONTENT_TYPE: "DOM" });
  };
  window._IG_FetchFeedAsJSON = function (url, callback) { window._IG_FetchContent(url, function () { callback(null); }); };
  window._IG_GetCachedUrl = function (url) { return frame.localAddress(String(url)); };
  window._IG_GetImageUrl = function (url) { return frame.localAddress(String(url)); };
  window._IG_GetImage = function (url) {
    var image = frame.createElement("img");
    image.src = frame.localAddress(String(url));
    return image;
  };
  window._IG_GetFlashMovieUrl = window._IG_GetCachedUrl;
  window._IG_EmbedFlash = window._IG_EmbedCachedFlash = function () { return false; };
  gadgets.flash = {
    embedFlash: function () { return false; },
    embedCachedFlash: function () { return false; },
    getMajorVersion: function () { return 0; },
  };
}(window.gadgetFrame));
