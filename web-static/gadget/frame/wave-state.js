// wave.State: what the room's map of keys looks like to a gadget, and how it asks for changes.

(function (frame) {
  "use strict";
  var hasOwn = frame.hasOwn, put = frame.put;

  /**
   * @param submit (delta, guards, base) hands a delta on
   */
  function State(service) {
    // What this gadget has looked at so far: in a room with guards it is what its changes depend on.
    frame.define(this, "reads_", { value: { keys: {}, all: false } });
    frame.define(this, "values_", { value: {}, writable: true });
    frame.define(this, "state_", {
      enumerable: true,
      get: function () {
        this.reads_.all = true;
        return inner.values(this);
      },
      set: function (values) { this.values_ = values; },
    });
    frame.define(this, "service_", { value: service || "wave_gadget_state" });
    // What the server said last, out of the gadget's reach: it may change what it was given, and often does.
    frame.define(this, "known_", { value: {}, writable: true });
    frame.define(this, "rev_", { value: 0, writable: true });
    // Whether no key has come since `values_` was arranged.
    frame.define(this, "arranged_", { value: true, writable: true });
  }

  State.prototype.get = function (key, opt_default) {
    put(this.reads_.keys, String(key), true);
    if (hasOwn(this.values_, key)) return this.values_[key];
    return opt_default !== undefined && opt_default !== null ? opt_default : null;
  };

  State.prototype.getKeys = function () {
    this.reads_.all = true;
    return frame.keys(inner.values(this));
  };

  /**
   * Asks for a change of several keys at once; null deletes. Nothing happens here until the server has accepted it.
   *
   * @param guards optional, and unknown to old containers: true, or a list of keys. The change is then discarded whole
   *   when one of its keys (or of the listed ones) was changed by anybody after what this gadget has been shown.
   */
  State.prototype.submitDelta = function (delta, guards) {
    var set = frame.plain(delta), more, list, index;
    if (!set || typeof set !== "object" || frame.isArray(set)) return;
    more = [["base", this.rev_]];
    if (guards === true) more[1] = ["guard", true];
    else if (guards && frame.isArray(guards)) {
      list = [];
      for (index = 0; index < guards.length; index += 1) list[index] = String(guards[index]);
      more[1] = ["guard", list];
    }
    more[more.length] = ["reads", inner.reads(this, set)];
    frame.call(this.service_, [set], null, more);
  };

  State.prototype.submitValue = function (key, value) {
    var delta = {};
    put(delta, String(key), value);
    this.submitDelta(delta);
  };

  State.prototype.reset = function () {
    var delta = {}, keys = frame.keys(this.values_), index;
    for (index = 0; index < keys.length; index += 1) put(delta, keys[index], null);
    this.submitDelta(delta);
  };

  State.prototype.toString = function () { return window.wave.util.printJson(inner.values(this), true); };

  // Private in Wave's library, and called by gadgets all the same. Nothing is sent.
  State.prototype.setState_ = function (full) { frame.stateInner.setFull(this, frame.plain(full || {}), this.rev_); };
  State.prototype.applyDelta_ = function (delta) { frame.stateInner.apply(this, frame.plain(delta || {}), this.rev_); };
  State.prototype.calculateDelta_ = function (full) { return frame.stateInner.difference(this.known_, frame.plain(full || {})); };

  // What the library calls. Not on the prototype, so that no gadget finds it with for-in.
  var inner = frame.stateInner = {};

  /**
   * Puts an object's keys in the order that every viewer sees, whenever they came: for-in and Object.keys give whole numbers
   * first, by their value, and then all others as they were added, here by their code units.
   */
  function arranged(object) {
    var names = frame.sort(frame.keys(object)), index, value;
    for (index = 0; index < names.length; index += 1) {
      value = object[names[index]];
      delete object[names[index]];
      put(object, names[index], value);
    }
    return object;
  }

  /** The delta that makes `after` of `before`: deleted keys as null. */
  inner.difference = function (before, after) {
    var delta = {}, keys = frame.keys(after), index, key;
    for (index = 0; index < keys.length; index += 1) {
      key = keys[index];
      if (!hasOwn(before, key) || !frame.same(before[key], after[key])) put(delta, key, frame.plain(after[key]));
    }
    keys = frame.keys(before);
    for (index = 0; index < keys.length; index += 1) if (!hasOwn(after, keys[index])) put(delta, keys[index], null);
    return delta;
  };

  /** Takes the whole state; returns what differs from before. */
  inner.setFull = function (state, full, rev) {
    var delta = inner.difference(state.known_, arranged(full));
    state.known_ = full;
    state.values_ = frame.plain(full);
    state.arranged_ = true;
    state.rev_ = rev;
    return delta;
  };

  /** Takes one accepted delta; returns what of it made a difference. */
  inner.apply = function (state, set, rev) {
    var delta = {}, keys = frame.keys(set), index, key, value;
    for (index = 0; index < keys.length; index += 1) {
      key = keys[index];
      value = set[key];
      if (value === null) {
        if (hasOwn(state.known_, key)) put(delta, key, null);
        delete state.known_[key];
        delete state.values_[key];
      } else {
        if (!hasOwn(state.known_, key) || !frame.same(state.known_[key], value)) put(delta, key, frame.plain(value));
        if (!hasOwn(state.values_, key)) state.arranged_ = false;
        put(state.known_, key, value);
        put(state.values_, key, frame.plain(value));
      }
    }
    state.rev_ = rev;
    return delta;
  };

  /** The keys of `set` that the gadget has looked at. */
  inner.reads = function (state, set) {
    var keys = frame.keys(set), index, list = [];
    for (index = 0; index < keys.length; index += 1) if (state.reads_.all || hasOwn(state.reads_.keys, keys[index])) list[list.length] = keys[index];
    return list;
  };

  /** A callback that takes a second argument is shown what the delta holds. */
  inner.shown = function (state, delta, callback) {
    var keys = frame.keys(delta), index;
    if (!callback || typeof callback.callback_ !== "function" || callback.callback_.length < 2) return;
    for (index = 0; index < keys.length; index += 1) put(state.reads_.keys, keys[index], true);
  };

  /** What the gadget sees, its keys in order; the object stays the same one until a whole state comes. */
  inner.values = function (state) {
    if (!state.arranged_) arranged(state.values_);
    state.arranged_ = true;
    return state.values_;
  };
  inner.full = function (state) { return arranged(frame.plain(state.known_)); };
  frame.State = State;
}(window.gadgetFrame));
