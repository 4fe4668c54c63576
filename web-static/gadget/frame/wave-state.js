// wave.State: the gadget's view of the room's keys, and its way to request changes.

(function (frame) {
  "use strict";
  var hasOwn = frame.hasOwn, put = frame.put;

  /**
   * @param service the container's service that takes the changes.
   */
  function State(service) {
    // The keys that this gadget has read. In a room with guards its changes depend on them.
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
    // The server's last state, out of the gadget's reach, because gadgets often modify the values
    // they get.
    frame.define(this, "known_", { value: {}, writable: true });
    frame.define(this, "rev_", { value: 0, writable: true });
    // Whether no key has been added since `values_` was sorted.
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
   * Requests a change of several keys at once. A null value deletes its key. Nothing changes here
   * until the server has accepted the delta.
   *
   * @param guards optional, and unknown to old containers: true, or a list of keys. The server
   *   discards the whole change if another change has touched one of these keys since the state
   *   this gadget has seen. With true, the keys are those of the delta.
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

  State.prototype.toString = function () {
    this.reads_.all = true;
    return window.wave.util.printJson(inner.values(this), true);
  };

  // Private in Wave's library, but gadgets call these methods. They send nothing.
  State.prototype.setState_ = function (full) { frame.stateInner.setFull(this, frame.plain(full || {}), this.rev_); };
  State.prototype.applyDelta_ = function (delta) { frame.stateInner.apply(this, frame.plain(delta || {}), this.rev_); };
  State.prototype.calculateDelta_ = function (full) { return frame.stateInner.difference(this.known_, frame.plain(full || {})); };

  // The library's internal functions. They are not on the prototype, so that for-in does not find
  // them.
  var inner = frame.stateInner = {};

  /**
   * Sorts an object's keys, so that every viewer sees the same order, whenever the keys were added.
   * for-in and Object.keys give whole numbers first, by value, and then the other keys in insertion
   * order, here by code units.
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

  /** Returns the delta from `before` to `after`, with deleted keys as null. */
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

  /** Replaces the whole state. Returns the difference. */
  inner.setFull = function (state, full, rev) {
    var delta = inner.difference(state.known_, arranged(full));
    state.known_ = full;
    state.values_ = frame.plain(full);
    state.arranged_ = true;
    state.rev_ = rev;
    return delta;
  };

  /** Applies one accepted delta. Returns the part that made a difference. */
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

  /** Returns the keys of `set` that the gadget has read. */
  inner.reads = function (state, set) {
    var keys = frame.keys(set), index, list = [];
    for (index = 0; index < keys.length; index += 1) if (state.reads_.all || hasOwn(state.reads_.keys, keys[index])) list[list.length] = keys[index];
    return list;
  };

  /**
   * Records a delta's keys as read if the callback takes a second argument, because it then sees
   * the delta.
   */
  inner.shown = function (state, delta, callback) {
    var keys = frame.keys(delta), index;
    if (!callback || typeof callback.callback_ !== "function" || callback.callback_.length < 2) return;
    for (index = 0; index < keys.length; index += 1) put(state.reads_.keys, keys[index], true);
  };

  /**
   * Returns the values for the gadget, with sorted keys. It stays the same object until a whole
   * state arrives.
   */
  inner.values = function (state) {
    if (!state.arranged_) arranged(state.values_);
    state.arranged_ = true;
    return state.values_;
  };
  inner.full = function (state) { return arranged(frame.plain(state.known_)); };
  frame.State = State;
}(window.gadgetFrame));
