// gadgets.util, gadgets.json, gadgets.log, gadgets.config, gadgets.views, and the onload handlers.

(function (frame) {
  "use strict";
  var gadgets = window.gadgets = {}, features = {}, handlers = [], loaded = false, configurations = {};

  /**
   * Returns the query and fragment of an address as an object. The fragment overrides the query, as
   * in Shindig.
   */
  function parametersOf(address) {
    var result = {}, parts = [], index, pair, at, search, hash;
    hash = address.indexOf("#");
    search = address.indexOf("?");
    if (search >= 0) parts = address.slice(search + 1, hash >= 0 ? hash : undefined).split("&");
    if (hash >= 0) parts = parts.concat(address.slice(hash + 1).split("&"));
    for (index = 0; index < parts.length; index += 1) {
      pair = parts[index];
      at = pair.indexOf("=");
      if (at < 1) continue;
      try {
        frame.put(result, pair.slice(0, at), decodeURIComponent(pair.slice(at + 1).replace(/\+/g, " ")));
      } catch (error) {
        // A percent sign that is not an escape.
      }
    }
    return result;
  }

  frame.urlParameters = parametersOf(String(window.location.href));
  frame.setFeatures = function (list) { features = list; };

  /**
   * Runs the onload handlers once, in the order of their registration. If a handler throws, the
   * next one still runs.
   */
  frame.runOnLoadHandlers = function () {
    var index;
    if (loaded) return;
    loaded = true;
    frame.onLoadFirst();
    for (index = 0; index < handlers.length; index += 1) run(handlers[index]);
    handlers = [];
  };

  function run(handler) {
    try {
      handler();
    } catch (error) {
      frame.warn("Could not run an onload handler: " + (error && error.stack || error));
      frame.trouble("error", error && error.message || error);
    }
  }

  var ESCAPED = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;", "\\": "&#92;" };

  function escapeString(text) {
    return typeof text === "string" ? text.replace(/[&<>"'\\]/g, function (unit) { return ESCAPED[unit]; }) : text;
  }

  gadgets.util = {
    registerOnLoadHandler: function (handler) {
      if (loaded) run(handler);
      else handlers[handlers.length] = handler;
    },
    runOnLoadHandlers: function () { frame.runOnLoadHandlers(); },
    getUrlParameters: function (opt_url) { return opt_url === undefined ? frame.urlParameters : parametersOf(String(opt_url)); },
    hasFeature: function (feature) { return frame.hasOwn(features, feature); },
    getFeatureParameters: function (feature) { return frame.hasOwn(features, feature) ? features[feature] : null; },
    escapeString: escapeString,
    unescapeString: function (text) {
      if (typeof text !== "string") return text;
      return text.replace(/&(?:amp|lt|gt|quot|#(\d+));/g, function (entity, code) {
        var name;
        if (code) return String.fromCharCode(code);
        for (name in ESCAPED) if (ESCAPED[name] === entity) return name;
        return entity;
      });
    },
    escape: function escape(value, opt_escapeObjects) {
      var copy, index, names;
      if (typeof value === "string") return escapeString(value);
      if (frame.isArray(value)) {
        for (copy = [], index = 0; index < value.length; index += 1) copy[index] = escape(value[index]);
        return copy;
      }
      if (!value || typeof value !== "object" || !opt_escapeObjects) return value;
      names = frame.keys(value);
      for (copy = {}, index = 0; index < names.length; index += 1) {
        frame.put(copy, escapeString(names[index]), escape(value[names[index]], true));
      }
      return copy;
    },
    makeClosure: function (scope, callback) {
      var bound = [], index;
      for (index = 2; index < arguments.length; index += 1) bound[index - 2] = arguments[index];
      return function () {
        var all = bound.slice(), at;
        for (at = 0; at < arguments.length; at += 1) all[all.length] = arguments[at];
        return callback.apply(scope, all);
      };
    },
    makeEnum: function (values) {
      var result = {}, index;
      for (index = 0; index < values.length; index += 1) result[values[index]] = values[index];
      return result;
    },
    attachBrowserEvent: function (element, name, callback, opt_capture) { element.addEventListener(name, callback, Boolean(opt_capture)); },
    removeBrowserEvent: function (element, name, callback, opt_capture) { element.removeEventListener(name, callback, Boolean(opt_capture)); },
    getBodyElement: function () { return document.body; },
    shouldPreventDefault: function () { return true; },
    sendEvent: function () {},
  };

  gadgets.json = {
    stringify: frame.stringify,
    /** Returns false if the text is not JSON, as in Shindig. */
    parse: function (text) {
      try {
        return frame.parse(text);
      } catch (error) {
        return false;
      }
    },
    flatten: function (object) {
      var result = {}, names = frame.keys(object || {}), index, value;
      for (index = 0; index < names.length; index += 1) {
        value = object[names[index]];
        if (value === undefined || value === null) continue;
        frame.put(result, names[index], typeof value === "string" ? value : frame.stringify(value));
      }
      return result;
    },
  };

  function log(level) {
    return function (message) {
      if (frame.console && frame.console[level]) frame.console[level](message);
    };
  }
  gadgets.log = log("log");
  gadgets.log.INFO = 1;
  gadgets.log.WARNING = 2;
  gadgets.log.ERROR = 3;
  gadgets.log.NONE = 4;
  gadgets.log.setLogLevel = function () {};
  gadgets.log.logAtLevel = function (level, message) { log(level === 3 ? "error" : level === 2 ? "warn" : "log")(message); };
  gadgets.info = log("info");
  gadgets.warn = log("warn");
  gadgets.error = log("error");
  gadgets.setLogLevel = function () {};

  gadgets.config = {
    init: function (configuration) { configurations = configuration || {}; },
    get: function (opt_key) { return opt_key === undefined ? configurations : configurations[opt_key] || {}; },
    register: function (name, validators, opt_callback) { if (typeof opt_callback === "function") opt_callback(configurations); },
    update: function (changes) {
      var names = frame.keys(changes || {}), index;
      for (index = 0; index < names.length; index += 1) configurations[names[index]] = changes[names[index]];
    },
    EnumValidator: function () { return function () { return true; }; },
    RegExValidator: function () { return function () { return true; }; },
    LikeValidator: function () { return function () { return true; }; },
    ExistsValidator: function () { return true; },
    NonEmptyStringValidator: function () { return true; },
    BooleanValidator: function () { return true; },
  };

  gadgets.views = (function () {
    function View(name) { this.name_ = name; }
    View.prototype.getName = function () { return this.name_; };
    View.prototype.getUrlTemplate = function () { return null; };
    View.prototype.bind = function (template) { return template; };
    View.prototype.isOnlyVisibleGadget = function () { return true; };
    View.prototype.toString = View.prototype.getName;
    var current = new View(frame.urlParameters.view || "canvas"), supported = {};
    supported[current.getName()] = current;
    frame.setViews = function (names) {
      var index;
      for (index = 0; index < names.length; index += 1) {
        if (!frame.hasOwn(supported, names[index])) frame.put(supported, names[index], new View(names[index]));
      }
    };
    return {
      View: View,
      ViewType: { CANVAS: "canvas", HOME: "home", PREVIEW: "preview", PROFILE: "profile", FULL_PAGE: "canvas", DASHBOARD: "home", POPUP: "popup" },
      getCurrentView: function () { return current; },
      getSupportedViews: function () {
        var views = {}, names = frame.keys(supported), index;
        for (index = 0; index < names.length; index += 1) frame.put(views, names[index], supported[names[index]]);
        return views;
      },
      getParams: function () { return gadgets.json.parse(frame.urlParameters["view-params"] || "{}") || {}; },
      bind: function (template) { return template; },
      /**
       * Requests another view of the gadget, or an address, which the container offers to the user.
       */
      requestNavigateTo: function (view, opt_parameters) {
        frame.call("requestNavigateTo", [view instanceof View ? view.getName() : String(view), opt_parameters || null]);
      },
    };
  }());

  // Shindig's makeRequest requests a token through this object. Some gadgets call it by name.
  window.shindig = { auth: { getSecurityToken: function () { return ""; }, updateSecurityToken: function () {}, getTrustedData: function () { return null; } } };
}(window.gadgetFrame));
