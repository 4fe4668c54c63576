// gadgets.Prefs: the gadget's preferences and messages. The container stores each change.

(function (frame) {
  "use strict";
  var values = {}, messages = {}, place = { lang: "en", country: "ALL", moduleId: "0" };

  frame.setPrefs = function (given, bundle, where) {
    values = given;
    messages = bundle;
    place = where;
  };
  frame.register("set_pref", function () {
    var index;
    for (index = 1; index + 1 < arguments.length; index += 2) frame.put(values, String(arguments[index]), String(arguments[index + 1]));
  });

  function text(value) { return value === undefined || value === null ? "" : String(value); }

  function Prefs() {}
  Prefs.prototype = {
    constructor: Prefs,
    getString: function (key) { return text(frame.own(values, key)); },
    getInt: function (key) {
      var value = parseInt(frame.own(values, key), 10);
      return isNaN(value) ? 0 : value;
    },
    getFloat: function (key) {
      var value = parseFloat(frame.own(values, key));
      return isNaN(value) ? 0 : value;
    },
    getBool: function (key) {
      var value = text(frame.own(values, key)).toLowerCase();
      return value === "true" || value === "1" || (parseInt(value, 10) || 0) !== 0;
    },
    getArray: function (key) {
      var value = text(frame.own(values, key)), list, index, result = [];
      if (value === "") return result;
      list = value.split("|");
      for (index = 0; index < list.length; index += 1) result[index] = list[index].replace(/%7C/g, "|");
      return result;
    },
    getMsg: function (key) { return text(frame.own(messages, key)); },
    getMsgFormatted: function (key, opt_example) { return this.getMsg(key).replace(/<ph[\s\S]*?<\/ph>/g, text(opt_example)); },
    getCountry: function () { return place.country; },
    getLang: function () { return place.lang; },
    getModuleId: function () { return place.moduleId; },
    /** Sets (key, value), or any number of pairs. */
    set: function () {
      var call = [""], index;
      for (index = 0; index + 1 < arguments.length; index += 2) {
        frame.put(values, String(arguments[index]), text(arguments[index + 1]));
        call[call.length] = String(arguments[index]);
        call[call.length] = text(arguments[index + 1]);
      }
      frame.call("set_pref", call);
    },
    setArray: function (key, list) {
      var value = "", index;
      for (index = 0; index < list.length; index += 1) value += (index ? "|" : "") + String(list[index]).replace(/\|/g, "%7C");
      this.set(key, value);
    },
    dump: function () { return frame.stringify(values); },
  };
  window.gadgets.Prefs = Prefs;
}(window.gadgetFrame));
