// What gadgets of 2009 use of jQuery 1.2 to 1.4, written anew over today's DOM: the build that is there when the operator's
// map has none. No animations (things appear and vanish at once), no network, no plugins.
(function (window, document) {
  "use strict";
  var expando = "jq" + String(Math.random()).slice(2), nextId = 1, store = {}, readyList = [], isReady = false;
  var push = Array.prototype.push, slice = Array.prototype.slice, live = [];

  function jQuery(selector, context) { return new Query(selector, context); }

  function Query(selector, context) {
    this.length = 0;
    if (!selector) return;
    if (typeof selector === "function") return void onReady(selector);
    if (typeof selector === "string") {
      if (/^\s*<[\s\S]*>\s*$/.test(selector)) add(this, build(selector.trim()));
      else add(this, find(selector, context));
    } else if (selector.nodeType || selector === selector.window) add(this, [selector]);
    else if (typeof selector.length === "number") add(this, selector);
    else add(this, [selector]);
    this.selector = typeof selector === "string" ? selector : "";
    this.context = context || document;
  }
  var fn = jQuery.fn = jQuery.prototype = Query.prototype;
  fn.jquery = "1.4.2";
  fn.constructor = jQuery;

  function add(query, list) {
    for (var index = 0; index < list.length; index += 1) push.call(query, list[index]);
    return query;
  }

  /** Nodes from markup; its scripts are made anew, so that they run when they are put in. */
  function build(html) {
    var template = document.createElement("template"), nodes;
    template.innerHTML = html;
    nodes = document.importNode(template.content, true);
    slice.call(nodes.querySelectorAll("script")).forEach(function (script) {
      var copy = document.createElement("script");
      slice.call(script.attributes).forEach(function (attribute) { copy.setAttribute(attribute.name, attribute.value); });
      copy.text = script.text;
      script.parentNode.replaceChild(copy, script);
    });
    return slice.call(nodes.childNodes);
  }

  // Selectors: the browser's, with what jQuery added to CSS taken out and tried by hand.

  var EXTRA = /:(first|last|even|odd|eq|gt|lt|visible|hidden|input|text|button|checkbox|radio|submit|password|image|reset|file|selected|header|parent|contains|has|animated)(?:\(\s*(["']?)(.*?)\2\s*\))?(?![\w-])/;
  var TESTS = {
    visible: shown, hidden: function (element) { return !shown(element); },
    input: function (element) { return /^(?:input|select|textarea|button)$/i.test(element.nodeName); },
    button: function (element) { return element.nodeName === "BUTTON" || element.type === "button"; },
    selected: function (element) { return element.selected; },
    header: function (element) { return /^h\d$/i.test(element.nodeName); },
    parent: function (element) { return Boolean(element.firstChild); },
    contains: function (element, text) { return element.textContent.indexOf(text) >= 0; },
    has: function (element, text) { return find(text, element).length > 0; },
    animated: function () { return false; },
  };
  "text checkbox radio submit password image reset file".split(" ").forEach(function (type) {
    TESTS[type] = function (element) { return element.type === type; };
  });
  var CHOICES = {
    first: function (list) { return list.slice(0, 1); }, last: function (list) { return list.slice(-1); },
    even: function (list) { return list.filter(function (_, index) { return index % 2 === 0; }); },
    odd: function (list) { return list.filter(function (_, index) { return index % 2 === 1; }); },
    eq: function (list, at) { return list.slice(Number(at), Number(at) + 1); },
    gt: function (list, at) { return list.slice(Number(at) + 1); }, lt: function (list, at) { return list.slice(0, Number(at)); },
  };

  function shown(element) { return Boolean(element.offsetWidth || element.offsetHeight || element.getClientRects().length); }

  function find(selector, context) {
    if (context && context.jquery) {
      return unique([].concat.apply([], slice.call(context).map(function (element) { return find(selector, element); })));
    }
    if (typeof context === "string") return find(selector, jQuery(context));
    var root = context && context.querySelectorAll ? context : document;
    return unique([].concat.apply([], parts(selector).map(function (part) { return select(part, root); })));
  }

  function parts(selector) {
    return selector.match(/(?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^\]]*\]|[^,])+/g) || [];
  }

  function select(selector, root) {
    var text = selector.trim().replace(/\[@/g, "[").replace(/(=)\s*([^"'\]\s][^\]]*)\]/g, "$1\"$2\"]"), match = EXTRA.exec(text), list, rest;
    if (!match) return query(text, root);
    list = query(text.slice(0, match.index) + (/(?:^|[\s>+~])$/.test(text.slice(0, match.index)) ? "*" : ""), root);
    list = CHOICES[match[1]] ? CHOICES[match[1]](list, match[3]) : list.filter(function (element) { return TESTS[match[1]](element, match[3]); });
    rest = text.slice(match.index + match[0].length);
    if (!rest) return list;
    if (/^[\s>+~]/.test(rest)) return unique([].concat.apply([], list.map(function (element) { return select(rest, element); })));
    return list.filter(function (element) { return is(element, "*" + rest); });
  }

  function query(selector, root) {
    if (root === document) return slice.call(document.querySelectorAll(selector));
    return slice.call(root.querySelectorAll(":scope " + selector));
  }

  function is(element, selector) {
    if (element.nodeType !== 1) return false;
    return parts(selector).some(function (part) {
      return EXTRA.test(part) ? select(part, document).indexOf(element) >= 0 || /^\s*(?:\*|\w+)?:\w+$/.test(part) && TESTS[EXTRA.exec(part)[1]] && TESTS[EXTRA.exec(part)[1]](element) : element.matches(part.trim());
    });
  }

  function unique(list) {
    return list.filter(function (element, index) { return list.indexOf(element) === index; });
  }

  // Each, sets, walking.

  jQuery.each = function (object, callback, args) {
    var name, index;
    if (typeof object.length === "number" && typeof object !== "function") {
      for (index = 0; index < object.length; index += 1) if ((args ? callback.apply(object[index], args) : callback.call(object[index], index, object[index])) === false) break;
    } else {
      for (name in object) if ((args ? callback.apply(object[name], args) : callback.call(object[name], name, object[name])) === false) break;
    }
    return object;
  };
  jQuery.extend = fn.extend = function () {
    var deep = arguments[0] === true, at = deep ? 2 : 1, target = arguments[deep ? 1 : 0] || {}, source, name;
    if (arguments.length === at) {
      target = this;
      at -= 1;
    }
    for (; at < arguments.length; at += 1) {
      source = arguments[at];
      for (name in source) {
        if (name === "__proto__" || source[name] === undefined) continue;
        if (deep && source[name] && typeof source[name] === "object" && !source[name].nodeType) {
          target[name] = jQuery.extend(true, target[name] || (Array.isArray(source[name]) ? [] : {}), source[name]);
        } else target[name] = source[name];
      }
    }
    return target;
  };
  jQuery.extend({
    map: function (list, callback) {
      var result = [];
      jQuery.each(list, function (index, item) {
        var value = callback(item, index);
        if (value !== null && value !== undefined) result = result.concat(value);
      });
      return result;
    },
    grep: function (list, callback, invert) { return slice.call(list).filter(function (item, index) { return Boolean(callback(item, index)) !== Boolean(invert); }); },
    inArray: function (item, list) { return list ? Array.prototype.indexOf.call(list, item) : -1; },
    merge: function (first, second) { for (var index = 0; index < second.length; index += 1) first[first.length] = second[index]; return first; },
    makeArray: function (list) { return list === null || list === undefined ? [] : typeof list === "string" || typeof list.length !== "number" ? [list] : slice.call(list); },
    unique: unique, trim: function (text) { return String(text === null || text === undefined ? "" : text).trim(); },
    isFunction: function (value) { return typeof value === "function"; }, isArray: Array.isArray,
    isEmptyObject: function (object) { for (var name in object) return name === undefined; return true; },
    isPlainObject: function (object) { return Object.prototype.toString.call(object) === "[object Object]" && !object.nodeType; },
    noop: function () {}, now: Date.now, guid: 1, support: { boxModel: true, opacity: true }, fx: { off: true, speeds: {} }, easing: {},
    browser: { webkit: true, safari: true, msie: false, mozilla: false, opera: false, version: "537" }, boxModel: true,
    proxy: function (callback, context) {
      if (typeof context === "string") return jQuery.proxy(callback[context], callback);
      return function () { return callback.apply(context, arguments); };
    },
    parseJSON: function (text) { return text ? JSON.parse(text) : null; }, globalEval: function (code) { (0, eval)(code); },
    param: function (object) { return jQuery.map(Array.isArray(object) ? object.map(function (each) { return [each.name, each.value]; }).map(JSON.stringify) : Object.keys(object), function (name) { var pair = Array.isArray(object) ? JSON.parse(name) : [name, object[name]]; return encodeURIComponent(pair[0]) + "=" + encodeURIComponent(pair[1]); }).join("&").replace(/%20/g, "+"); },
    noConflict: function (all) { if (window.$ === jQuery) window.$ = before$; if (all && window.jQuery === jQuery) window.jQuery = before; return jQuery; },
    data: function (element, name, value) {
      var all = store[element[expando] || (element[expando] = nextId++)] || (store[element[expando]] = {});
      if (name === undefined) return all;
      if (typeof name === "object") return jQuery.extend(all, name);
      if (value !== undefined) all[name] = value;
      return all[name];
    },
    removeData: function (element, name) { if (name) delete jQuery.data(element)[name]; else delete store[element[expando]]; },
    contains: function (outer, inner) { return outer !== inner && outer.contains(inner); },
    nodeName: function (element, name) { return element.nodeName.toLowerCase() === name.toLowerCase(); },
    expr: { ":": TESTS, filters: TESTS },
  });
  var before = window.jQuery, before$ = window.$;

  fn.extend({
    size: function () { return this.length; },
    get: function (index) { return index === undefined ? slice.call(this) : this[index < 0 ? this.length + index : index]; },
    toArray: function () { return slice.call(this); },
    index: function (item) { return item === undefined ? slice.call(this[0].parentNode.children).indexOf(this[0]) : typeof item === "string" ? find(item).indexOf(this[0]) : slice.call(this).indexOf(item.jquery ? item[0] : item); },
    each: function (callback, args) { return jQuery.each(this, callback, args); },
    map: function (callback) { return made(this, jQuery.map(this, function (element, index) { return callback.call(element, index, element); })); },
    pushStack: function (list) { return made(this, list); },
    end: function () { return this.previous || jQuery(); },
    andSelf: function () { return made(this, unique(slice.call(this).concat(slice.call(this.previous || [])))); },
    eq: function (at) { return made(this, slice.call(this, at, at === -1 ? undefined : Number(at) + 1)); },
    first: function () { return this.eq(0); }, last: function () { return this.eq(-1); },
    slice: function (from, to) { return made(this, slice.call(this, from, to)); },
    add: function (selector, context) { return made(this, unique(slice.call(this).concat(jQuery(selector, context).get()))); },
    find: function (selector) { return made(this, find(selector, this)); },
    filter: function (what) { return made(this, slice.call(this).filter(chooser(what, this))); },
    not: function (what) { var test = chooser(what, this); return made(this, slice.call(this).filter(function (element, index) { return !test(element, index); })); },
    is: function (selector) { return Boolean(selector) && slice.call(this).some(chooser(selector, this)); },
    has: function (selector) { return this.filter(function () { return find(selector, this).length > 0; }); },
    hasClass: function (name) { return slice.call(this).some(function (element) { return element.classList.contains(name); }); },
    closest: function (selector) { return walk(this, function (element) { while (element && element.nodeType === 1 && !is(element, selector)) element = element.parentNode; return element && element.nodeType === 1 ? [element] : []; }); },
  });

  function made(query, list) {
    var result = add(jQuery(), list);
    result.previous = query;
    return result;
  }
  function chooser(what, query) {
    if (typeof what === "function") return function (element, index) { return what.call(element, index); };
    if (typeof what === "string") {
      var choice = /^\s*:(first|last|even|odd|eq|gt|lt)(?:\((.*?)\))?\s*$/.exec(what);
      if (choice) return function (element) { return CHOICES[choice[1]](slice.call(query), choice[2]).indexOf(element) >= 0; };
      return function (element) { return is(element, what); };
    }
    var list = what && what.nodeType ? [what] : slice.call(what || []);
    return function (element) { return list.indexOf(element) >= 0; };
  }
  function walk(query, step, selector) {
    var list = unique([].concat.apply([], slice.call(query).map(function (element) { return slice.call(step(element)); })));
    return made(query, selector ? list.filter(function (element) { return is(element, selector); }) : list);
  }
  function along(name, all) {
    return function (element) {
      var list = [];
      for (element = element[name]; element && element.nodeType !== 9; element = element[name]) {
        list.push(element);
        if (!all) break;
      }
      return list;
    };
  }
  jQuery.each({
    parent: along("parentElement"), parents: along("parentElement", true), next: along("nextElementSibling"), nextAll: along("nextElementSibling", true),
    prev: along("previousElementSibling"), prevAll: along("previousElementSibling", true), children: function (element) { return element.children; },
    contents: function (element) { return element.contentDocument ? [element.contentDocument] : element.childNodes; },
    siblings: function (element) { return slice.call(element.parentNode.children).filter(function (other) { return other !== element; }); },
  }, function (name, step) { fn[name] = function (selector) { return walk(this, step, selector); }; });

  // Contents, attributes, looks.

  function access(read, write) {
    return function (value) {
      if (value === undefined) return this.length ? read(this[0]) : null;
      return this.each(function (index) { write(this, typeof value === "function" ? value.call(this, index, read(this)) : value); });
    };
  }
  var PROPERTIES = { "class": "className", "for": "htmlFor", readonly: "readOnly", maxlength: "maxLength", tabindex: "tabIndex" };
  var BOOLEAN = /^(?:checked|selected|disabled|readonly|multiple)$/i;
  var UNITLESS = /^(?:z-?index|font-?weight|opacity|zoom|line-?height)$/i;

  function pairs(one) {
    return function (name, value) {
      var query = this;
      if (typeof name === "object") {
        jQuery.each(name, function (key, each) { one.call(query, key, each); });
        return query;
      }
      return one.call(query, name, value, arguments.length);
    };
  }
  function camel(name) { return name.replace(/-(\w)/g, function (_, letter) { return letter.toUpperCase(); }).replace(/^float$/, "cssFloat"); }

  fn.extend({
    html: access(function (element) { return element.innerHTML; }, function (element, html) { jQuery(element).empty().append(typeof html === "string" || typeof html === "number" ? build(String(html)) : html); }),
    text: function (value) {
      if (value === undefined) return slice.call(this).map(function (element) { return element.textContent; }).join("");
      return this.each(function (index) { this.textContent = typeof value === "function" ? value.call(this, index, this.textContent) : value; });
    },
    val: function (value) {
      var first = this[0];
      if (!arguments.length) {
        if (!first) return undefined;
        if (first.multiple && first.options) return slice.call(first.options).filter(function (option) { return option.selected; }).map(function (option) { return option.value; });
        return first.value;
      }
      return this.each(function () {
        var list = Array.isArray(value) ? value.map(String) : null, element = this;
        if (list && /^(?:checkbox|radio)$/.test(this.type)) this.checked = list.indexOf(this.value) >= 0;
        else if (list && this.options) slice.call(this.options).forEach(function (option) { option.selected = list.indexOf(option.value) >= 0; });
        else element.value = value === null ? "" : value;
      });
    },
    attr: pairs(function (name, value, count) {
      var property = PROPERTIES[name] || name, first = this[0];
      if (count === 1) {
        if (!first) return undefined;
        if (BOOLEAN.test(name)) return first[property];
        if (property in first && /^(?:className|htmlFor|value|tagName|nodeName|selectedIndex|innerHTML|src)$/.test(property)) return first[property];
        return first.getAttribute && first.getAttribute(name) !== null ? first.getAttribute(name) : undefined;
      }
      return this.each(function (index) {
        var given = typeof value === "function" ? value.call(this, index, this.getAttribute(name)) : value;
        if (BOOLEAN.test(name) || PROPERTIES[name] || /^(?:value|innerHTML|selectedIndex)$/.test(name)) this[property] = given;
        else if (given === null) this.removeAttribute(name);
        else this.setAttribute(name, given);
      });
    }),
    removeAttr: function (name) { return this.each(function () { if (BOOLEAN.test(name)) this[PROPERTIES[name] || name] = false; this.removeAttribute(name); }); },
    css: pairs(function (name, value, count) {
      var property = camel(name);
      if (count === 1) return this.length ? getComputedStyle(this[0])[property] : undefined;
      return this.each(function () { this.style[property] = typeof value === "number" && !UNITLESS.test(name) ? value + "px" : value; });
    }),
    addClass: classes(function (list, name) { list.add(name); }), removeClass: function (names) {
      return names === undefined ? this.each(function () { this.className = ""; }) : classes(function (list, name) { list.remove(name); }).call(this, names);
    },
    toggleClass: function (names, on) { return classes(function (list, name) { list.toggle(name, on === undefined ? undefined : Boolean(on)); }).call(this, names); },
    data: function (name, value) {
      if (name === undefined) return this.length ? jQuery.data(this[0]) : null;
      if (value === undefined && typeof name !== "object") return this.length ? pick(jQuery.data(this[0], name), this[0].dataset && this[0].dataset[camel(name)]) : undefined;
      return this.each(function () { jQuery.data(this, name, value); });
    },
    removeData: function (name) { return this.each(function () { jQuery.removeData(this, name); }); },
    empty: function () { return this.each(function () { this.textContent = ""; }); },
    remove: function (selector) { return this.each(function () { if ((!selector || is(this, selector)) && this.parentNode) this.parentNode.removeChild(this); }); },
    detach: function (selector) { return this.remove(selector); },
    clone: function (events) { return made(this, slice.call(this).map(function (element) { var copy = element.cloneNode(true); if (events) copyEvents(element, copy); return copy; })); },
    wrap: function (html) { return this.each(function () { var outer = jQuery(html).clone()[0], inner = outer; this.parentNode.insertBefore(outer, this); while (inner.firstElementChild) inner = inner.firstElementChild; inner.appendChild(this); }); },
    wrapInner: function (html) { return this.each(function () { var outer = jQuery(html).clone()[0]; while (this.firstChild) outer.appendChild(this.firstChild); this.appendChild(outer); }); },
    replaceWith: function (value) { return this.each(function () { jQuery(this).before(value).remove(); }); },
    offset: function () { var box = this[0].getBoundingClientRect(); return { top: box.top + window.pageYOffset, left: box.left + window.pageXOffset }; },
    position: function () { return { top: this[0].offsetTop, left: this[0].offsetLeft }; },
    scrollTop: access(function (element) { return element === window || element === document ? window.pageYOffset : element.scrollTop; }, function (element, to) { if (element === window || element === document) window.scrollTo(window.pageXOffset, to); else element.scrollTop = to; }),
    serializeArray: function () { return jQuery.map(find("input,select,textarea", this), function (field) { return field.name && !field.disabled && (!/^(?:checkbox|radio)$/.test(field.type) || field.checked) ? { name: field.name, value: field.value } : null; }); },
    serialize: function () { return jQuery.param(this.serializeArray()); },
  });
  function pick(first, second) { return first === undefined ? second : first; }
  function classes(change) {
    return function (names) {
      return this.each(function () { var list = this.classList; String(names || "").split(/\s+/).forEach(function (name) { if (name) change(list, name); }); });
    };
  }
  ["width", "height"].forEach(function (name) {
    var big = name === "width" ? "Width" : "Height";
    function measure(element, outer) {
      if (element === window) return window["inner" + big];
      if (element === document) return Math.max(document.documentElement["scroll" + big], document.body["scroll" + big]);
      if (outer) return element["offset" + big];
      return parseFloat(getComputedStyle(element)[name]) || 0;
    }
    fn[name] = function (value) { return value === undefined ? (this.length ? measure(this[0]) : null) : this.css(name, value); };
    fn["inner" + big] = function () { return this.length ? this[0]["client" + big] : null; };
    fn["outer" + big] = function () { return this.length ? measure(this[0], true) : null; };
  });

  function nodes(value) {
    if (typeof value === "string" || typeof value === "number") return /<|&\w+;/.test(value) ? build(String(value)) : [document.createTextNode(value)];
    return value && value.nodeType ? [value] : slice.call(value || []);
  }
  /** `place` says where, as [parent, the node that comes after]; all targets but the last get copies. */
  function inserter(place) {
    return function () {
      var values = slice.call(arguments), last = this.length - 1;
      return this.each(function (index) {
        var target = this, where = place(target);
        var list = [].concat.apply([], values.map(function (value) { return nodes(typeof value === "function" ? value.call(target, index, target.innerHTML) : value); }));
        list.forEach(function (node) { where[0].insertBefore(index < last ? node.cloneNode(true) : node, where[1]); });
      });
    };
  }
  jQuery.each({
    append: function (target) { return [target, null]; }, prepend: function (target) { return [target, target.firstChild]; },
    before: function (target) { return [target.parentNode, target]; }, after: function (target) { return [target.parentNode, target.nextSibling]; },
  }, function (name, place) { fn[name] = inserter(place); });
  jQuery.each({ appendTo: "append", prependTo: "prepend", insertBefore: "before", insertAfter: "after", replaceAll: "replaceWith" }, function (name, other) {
    fn[name] = function (target) { jQuery(target)[other](this); return this; };
  });

  // Events.

  function Event(type, native) {
    if (!(this instanceof Event)) return new Event(type, native);
    this.type = type;
    this.originalEvent = native;
    this.timeStamp = Date.now();
  }
  Event.prototype = {
    preventDefault: function () { this.prevented = true; if (this.originalEvent) this.originalEvent.preventDefault(); },
    stopPropagation: function () { this.stopped = true; if (this.originalEvent) this.originalEvent.stopPropagation(); },
    stopImmediatePropagation: function () { this.stopPropagation(); this.immediate = true; },
    isDefaultPrevented: function () { return Boolean(this.prevented); }, isPropagationStopped: function () { return Boolean(this.stopped); },
  };
  jQuery.Event = Event;
  var COPIED = "target currentTarget relatedTarget clientX clientY pageX pageY screenX screenY offsetX offsetY keyCode charCode altKey ctrlKey shiftKey metaKey button detail".split(" ");
  function wrapEvent(native, element) {
    var event = new Event(native.type, native);
    COPIED.forEach(function (name) { event[name] = native[name]; });
    event.currentTarget = element;
    event.which = native.which === undefined ? native.keyCode || (native.button === undefined ? undefined : native.button + 1) : native.which;
    return event;
  }
  function handlersOf(element) { return jQuery.data(element, "events") || jQuery.data(element, "events", {}); }
  function run(element, event, args) {
    var list = (handlersOf(element)[event.type] || []).slice(), result;
    list.forEach(function (each) {
      var value;
      if (event.immediate || event.namespace && each.namespace !== event.namespace) return;
      if (each.once) unbind(element, event.type, each.handler);
      event.data = each.data;
      event.result = result;
      value = each.handler.apply(element, [event].concat(args || []));
      if (value !== undefined) result = value;
      if (value === false) {
        event.preventDefault();
        event.stopPropagation();
      }
    });
    return result;
  }
  function bind(element, types, data, handler, once) {
    types.split(/\s+/).forEach(function (each) {
      var parted = each.split("."), type = { mouseenter: "mouseenter", mouseleave: "mouseleave" }[parted[0]] || parted[0], all;
      if (!type || !element || element.nodeType === 3) return;
      all = handlersOf(element);
      if (!all[type]) {
        all[type] = [];
        if (element.addEventListener) element.addEventListener(type, function (native) { if (native[expando] !== true) run(element, wrapEvent(native, element)); }, false);
      }
      all[type].push({ handler: handler, data: data, namespace: parted[1], once: once });
    });
  }
  function unbind(element, types, handler) {
    var all = handlersOf(element);
    if (!types) return void Object.keys(all).forEach(function (type) { all[type].length = 0; });
    types.split(/\s+/).forEach(function (each) {
      var parted = each.split(".");
      (parted[0] ? [parted[0]] : Object.keys(all)).forEach(function (type) {
        if (!all[type]) return;
        var kept = all[type].filter(function (one) { return handler ? one.handler !== handler : parted[1] ? one.namespace !== parted[1] : false; });
        all[type].length = 0;
        push.apply(all[type], kept);
      });
    });
  }
  function binder(once) {
    return function (types, data, handler) {
      var query = this;
      if (typeof types === "object") {
        jQuery.each(types, function (type, each) { query.bind(type, data, each); });
        return query;
      }
      if (typeof data === "function") {
        handler = data;
        data = undefined;
      }
      return this.each(function () { bind(this, types, data, handler, once); });
    };
  }
  fn.extend({
    bind: binder(false), one: binder(true),
    unbind: function (types, handler) { return this.each(function () { unbind(this, types, handler); }); },
    trigger: function (type, args) { return this.each(function () { trigger(this, type, args); }); },
    triggerHandler: function (type, args) { return this[0] ? run(this[0], new Event(type), args) : undefined; },
    ready: function (callback) { onReady(callback); return this; },
    hover: function (over, out) { return this.bind("mouseenter", over).bind("mouseleave", out || over); },
    toggle: function (first, second) {
      var list = slice.call(arguments), at = 0;
      if (typeof first === "function" && typeof second === "function") return this.bind("click", function (event) { event.preventDefault(); return list[at++ % list.length].apply(this, arguments); });
      return this.each(function () { show(this, typeof first === "boolean" ? first : !shown(this)); done(this, list); });
    },
    live: function (types, data, handler) { return this.delegate.call(jQuery(document), this.selector, types, data, handler); },
    die: function (types, handler) { live.forEach(function (each) { if (each.selector === this.selector && (!types || each.type === types) && (!handler || each.handler === handler)) each.dead = true; }, this); return this; },
    delegate: function (selector, types, data, handler) {
      if (typeof data === "function") {
        handler = data;
        data = undefined;
      }
      return this.each(function () {
        var root = this;
        types.split(/\s+/).forEach(function (type) {
          var entry = { selector: selector, type: type, handler: handler };
          var native = { mouseenter: "mouseover", mouseleave: "mouseout", focus: "focusin", blur: "focusout" }[type] || type;
          live.push(entry);
          root.addEventListener(native, function (event) {
            for (var element = event.target; element && element !== root; element = element.parentNode) {
              if (entry.dead || element.nodeType !== 1 || !is(element, selector)) continue;
              if (native !== type && /^mouse/.test(type) && element.contains(event.relatedTarget)) continue;
              var wrapped = wrapEvent(event, element);
              wrapped.type = type;
              wrapped.data = data;
              if (handler.call(element, wrapped) === false) wrapped.preventDefault(), wrapped.stopPropagation();
              if (wrapped.stopped) break;
            }
          }, false);
        });
      });
    },
    on: function (types, selector, data, handler) { return typeof selector === "string" ? this.delegate(selector, types, data, handler) : this.bind(types, selector, data); },
    off: function (types, selector, handler) { return this.unbind(types, handler || selector); },
  });
  function trigger(element, type, args) {
    var event = type instanceof Event ? type : new Event(String(type).split(".")[0]), node = element, native;
    event.namespace = typeof type === "string" ? type.split(".")[1] : undefined;
    event.target = element;
    for (; node; node = node.parentNode || (node === document ? window : null)) {
      event.currentTarget = node;
      if (node[expando]) run(node, event, args);
      if (typeof node["on" + event.type] === "function" && node["on" + event.type].call(node, event) === false) event.preventDefault();
      if (event.stopped || node === window) break;
    }
    // The browser's own doing: handlers of ours have run already and are passed over.
    if (event.prevented || !/^(?:click|focus|blur|submit|select|reset)$/.test(event.type) || typeof element[event.type] !== "function") return;
    if (event.type === "click" && element.nodeName === "A") return;
    native = function (each) { each[expando] = true; };
    window.addEventListener(event.type, native, true);
    try {
      var on = element["on" + event.type];
      if (on) element["on" + event.type] = null;
      if (event.type !== "submit") element[event.type]();
      if (on) element["on" + event.type] = on;
    } finally {
      window.removeEventListener(event.type, native, true);
    }
  }
  function copyEvents(from, to) {
    jQuery.each(handlersOf(from), function (type, list) { list.forEach(function (each) { bind(to, type, each.data, each.handler); }); });
  }
  "blur focus focusin focusout load resize scroll unload click dblclick mousedown mouseup mousemove mouseover mouseout mouseenter mouseleave change select submit keydown keypress keyup error".split(" ").forEach(function (type) {
    fn[type] = function (data, handler) { return arguments.length ? this.bind(type, data, handler) : this.trigger(type); };
  });

  // Effects, at once: what is to be seen at their end is seen, and their callbacks come.

  function show(element, visible) {
    if (!visible) {
      element.style.display = "none";
      return;
    }
    element.style.display = "";
    if (getComputedStyle(element).display === "none") element.style.display = /^(?:span|a|b|i|em|img|input|button|label)$/i.test(element.nodeName) ? "inline" : "block";
  }
  function done(element, args) {
    var callback = slice.call(args).filter(function (each) { return typeof each === "function"; })[0];
    if (args[0] && typeof args[0].complete === "function") callback = args[0].complete;
    if (args[1] && typeof args[1].complete === "function") callback = args[1].complete;
    if (callback) setTimeout(function () { callback.call(element); });
  }
  jQuery.each({ show: true, fadeIn: true, slideDown: true, hide: false, fadeOut: false, slideUp: false, slideToggle: null, fadeToggle: null }, function (name, visible) {
    fn[name] = function () { var args = arguments; return this.each(function () { show(this, visible === null ? !shown(this) : visible); done(this, args); }); };
  });
  fn.extend({
    animate: function (properties) { var args = slice.call(arguments, 1), query = this; jQuery.each(properties, function (name, value) { if (/^(?:show|hide|toggle)$/.test(value)) query[value](); else query.css(name, value); }); return this.each(function () { done(this, args); }); },
    fadeTo: function (speed, opacity) { var args = arguments; return this.css("opacity", opacity).each(function () { done(this, args); }); },
    stop: function () { return this; }, delay: function () { return this; }, dequeue: function () { return this; },
    queue: function (name, callback) { var next = typeof name === "function" ? name : callback; if (typeof next === "function") this.each(function () { var element = this; setTimeout(function () { next.call(element, function () {}); }); }); return this; },
  });

  // The network is not there: what the map answers is, the rest fails as if it were down.

  jQuery.ajax = function (options) {
    window.gadgets.io.makeRequest(options.url, function (response) {
      var ok = !response.errors.length, data = response.text;
      if (ok && options.dataType === "json") data = window.gadgets.json.parse(data);
      if (ok && options.success) options.success(data, "success", {});
      if (!ok && options.error) options.error({ status: response.rc, responseText: "" }, "error");
      if (options.complete) options.complete({ status: response.rc, responseText: response.text }, ok ? "success" : "error");
    });
    return { abort: function () {} };
  };
  ["get", "post"].forEach(function (name) {
    jQuery[name] = function (url, data, success, type) { return jQuery.ajax({ url: url, success: typeof data === "function" ? data : success, dataType: typeof data === "function" ? success : type }); };
  });
  jQuery.getJSON = function (url, data, success) { return jQuery.ajax({ url: url, dataType: "json", success: typeof data === "function" ? data : success }); };
  jQuery.getScript = function (url, success) { var script = document.createElement("script"); script.onload = success; script.src = url; document.documentElement.appendChild(script); };
  jQuery.ajaxSetup = function () {};
  fn.load = function (url) { var query = this; if (typeof url !== "string") return arguments.length ? this.bind("load", url) : this.trigger("load"); jQuery.ajax({ url: url, success: function (html) { query.html(html); } }); return this; };

  function onReady(callback) {
    if (isReady) callback.call(document, jQuery);
    else readyList.push(callback);
  }
  function ready() {
    if (isReady) return;
    isReady = true;
    readyList.splice(0).forEach(function (callback) {
      try {
        callback.call(document, jQuery);
      } catch (error) {
        setTimeout(function () { throw error; });
      }
    });
  }
  jQuery.ready = ready;
  if (document.readyState === "complete") setTimeout(ready);
  document.addEventListener("DOMContentLoaded", ready, false);
  window.addEventListener("load", ready, false);
  window.jQuery = window.$ = jQuery;
}(window, document));
