// The library's own references to the browser's functions, taken before any gadget code runs.
// Gadgets replace window.JSON. prototype.js adds toJSON and replaces Object.keys, Element and more.
// Other gadgets add methods to Array.prototype, which for-in finds. The library therefore loops by
// index, and uses only prototype methods that it saved here.
//
// The files of this folder are classic scripts, because a module's fetch would need CORS in a frame
// without an origin. They share the object `gadgetFrame`, which boot.js removes before the gadget
// is written.

(function () {
  "use strict";
  var hasOwn = Function.prototype.call.bind(Object.prototype.hasOwnProperty);
  var toString = Function.prototype.call.bind(Object.prototype.toString), toISOString = Function.prototype.call.bind(Date.prototype.toISOString);
  var sort = Function.prototype.call.bind(Array.prototype.sort), objectKeys = Object.keys, defineProperty = Object.defineProperty, isArray = Array.isArray;
  var stringify = JSON.stringify, parse = JSON.parse;
  var frame = window.gadgetFrame = {
    hasOwn: hasOwn,
    keys: objectKeys,
    sort: sort,
    define: defineProperty,
    isArray: isArray,
    parse: parse,
    setTimeout: window.setTimeout.bind(window),
    addListener: window.addEventListener.bind(window),
    addDocumentListener: document.addEventListener.bind(document),
    createElement: document.createElement.bind(document),
    container: window.parent,
    address: window.location.origin,
    post: window.parent.postMessage.bind(window.parent),
    console: window.console,
  };

  /**
   * The deepest nesting of copied data. Deeper values are left out, because the data may be
   * circular.
   */
  var DEPTH_LIMIT = 64;

  /** Sets an own property, even `__proto__`, because a key may be any string. */
  frame.put = function (object, key, value) {
    if (key === "__proto__") defineProperty(object, key, { value: value, writable: true, enumerable: true, configurable: true });
    else object[key] = value;
  };

  /** Returns the own property, or undefined. */
  frame.own = function (object, key) {
    return hasOwn(object, key) ? object[key] : undefined;
  };

  /**
   * Returns a copy of `value` as JSON would carry it, ignoring toJSON methods on prototypes, or
   * undefined if it is not data. NaN and the infinities become their names, because null would
   * delete the key.
   */
  frame.plain = function plain(value, depth) {
    var copy, item, index, names;
    depth = depth || 0;
    if (value === null || typeof value === "string" || typeof value === "boolean") return value;
    if (typeof value === "number") return isFinite(value) ? value : String(value);
    if (typeof value !== "object" || depth > DEPTH_LIMIT) return undefined;
    if (value instanceof String || value instanceof Number || value instanceof Boolean) return plain(value.valueOf(), depth);
    if (toString(value) === "[object Date]") return isFinite(value) ? toISOString(value) : "Invalid Date";
    if (isArray(value)) {
      copy = [];
      for (index = 0; index < value.length; index += 1) {
        item = plain(value[index], depth + 1);
        copy[index] = item === undefined ? null : item;
      }
      return copy;
    }
    copy = {};
    names = objectKeys(value);
    for (index = 0; index < names.length; index += 1) {
      item = plain(value[names[index]], depth + 1);
      if (item !== undefined) frame.put(copy, names[index], item);
    }
    return copy;
  };

  /** Returns whether two plain values contain the same data. */
  frame.same = function same(left, right) {
    var index, names;
    if (left === right) return true;
    if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
    if (isArray(left) !== isArray(right)) return false;
    names = objectKeys(left);
    if (names.length !== objectKeys(right).length) return false;
    for (index = 0; index < names.length; index += 1) {
      if (!hasOwn(right, names[index]) || !same(left[names[index]], right[names[index]])) return false;
    }
    return true;
  };

  /** Returns the JSON text of a value, ignoring toJSON methods on prototypes. */
  frame.stringify = function (value) {
    var data = frame.plain(value), added = [], index, owners = [Object, Array, String, Number, Boolean];
    for (index = 0; index < owners.length; index += 1) {
      if (!hasOwn(owners[index].prototype, "toJSON")) continue;
      added[added.length] = [owners[index].prototype, owners[index].prototype.toJSON];
      delete owners[index].prototype.toJSON;
    }
    try {
      return stringify(data);
    } finally {
      for (index = 0; index < added.length; index += 1) added[index][0].toJSON = added[index][1];
    }
  };

  /** Writes a warning for the gadget's author to the browser's console. */
  frame.warn = function (text) {
    if (frame.console && frame.console.warn) frame.console.warn(text);
  };
}());
