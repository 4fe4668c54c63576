// The wave object: state, participants, mode, and the order of callbacks.
//
// Gadgets rely on this order. When a gadget sets a callback and data is available, the callback
// runs at once, synchronously. The participants' callback always runs, at first with []. After
// that, each message from the container causes one call, so each accepted delta calls back with
// (state, delta). Each message is one task of the event loop. A gadget that submits inside a
// callback is therefore never called again before that callback has returned.

(function (frame) {
  "use strict";
  var parameters = frame.urlParameters;
  var state = null, privateState = null, participants = [], byId = {}, absent = {};
  var viewer = null, host = null, mode = null, roomKind = null;
  var inContainer = parameters.wave || false, waveId = parameters.waveId || false;
  var onState, onPrivate, onParticipants, onMode, onReject;

  function Participant(id, displayName, thumbnailUrl) {
    this.id_ = id || "";
    this.displayName_ = displayName || "";
    this.thumbnailUrl_ = thumbnailUrl || "";
  }
  Participant.prototype.getId = function () { return this.id_; };
  Participant.prototype.getDisplayName = function () { return this.displayName_; };
  Participant.prototype.getThumbnailUrl = function () { return this.thumbnailUrl_; };
  Participant.prototype.toString = function () { return this.displayName_ || this.id_; };

  function Callback(callback, opt_context) {
    this.callback_ = callback;
    this.context_ = opt_context || null;
  }
  Callback.prototype.invoke = function () {
    if (typeof this.callback_ === "function") this.callback_.apply(this.context_, arguments);
  };

  onState = onPrivate = onParticipants = onMode = onReject = new Callback(null);

  var wave = window.wave = {
    State: frame.State,
    Participant: Participant,
    Callback: Callback,
    Mode: { UNKNOWN: 0, VIEW: 1, EDIT: 2, DIFF_ON_OPEN: 3, PLAYBACK: 4 },
    API_PARAM_: "wave",
    ID_PARAM_: "waveId",
    isInWaveContainer: function () { return inContainer; },
    getWaveId: function () { return waveId; },
    getState: function () { return state; },
    getPrivateState: function () { return privateState; },
    getParticipants: function () { return participants; },
    getParticipantById: function (id) { return frame.own(byId, id) || frame.own(absent, id); },
    getViewer: function () { return viewer; },
    getHost: function () { return host; },
    getTime: function () { return new Date().getTime(); },
    log: function (message) { frame.call("wave_log", [String(message)]); },
    setSnippet: function (snippet) { frame.say("set_snippet", String(snippet)); },
    getMode: function () {
      if (!mode || !("${playback}" in mode) || !("${edit}" in mode)) return wave.Mode.UNKNOWN;
      /* oxlint-disable eqeqeq -- Containers send "1" or 1. */
      if (mode["${playback}"] == "1") return wave.Mode.PLAYBACK;
      return mode["${edit}"] == "1" ? wave.Mode.EDIT : wave.Mode.VIEW;
      /* oxlint-enable eqeqeq */
    },
    isPlayback: function () { return wave.getMode() === wave.Mode.PLAYBACK || wave.getMode() === wave.Mode.UNKNOWN; },

    setStateCallback: function (callback, opt_context) {
      onState = new Callback(callback, opt_context);
      if (state) tell(onState, state, frame.stateInner.values(state));
    },
    setPrivateStateCallback: function (callback, opt_context) {
      onPrivate = new Callback(callback, opt_context);
      if (privateState) tell(onPrivate, privateState, frame.stateInner.values(privateState));
    },
    setParticipantCallback: function (callback, opt_context) {
      onParticipants = new Callback(callback, opt_context);
      onParticipants.invoke(participants);
    },
    setModeCallback: function (callback, opt_context) {
      onMode = new Callback(callback, opt_context);
      if (mode) onMode.invoke(wave.getMode());
    },

    // Not part of Wave. Gadgets check whether these methods exist.
    /**
     * Sets the callback for discarded changes, called with {code, message, keys, delta, private}.
     */
    setRejectCallback: function (callback, opt_context) { onReject = new Callback(callback, opt_context); },
    /** Returns "open", "gomoku", or null while unknown. */
    getRoomKind: function () { return roomKind; },
  };

  // Handlers of the container's messages. A gadget with its own wave.js registers these names
  // again. Its handlers then get the whole state each time, as from Wave's container.

  function takeParticipants(data) {
    var people = (data && data.participants) || {}, left = (data && data.absent) || {}, ids = frame.keys(people), index;
    var myId = data && data.myId, hostId = data && data.authorId;
    participants = [];
    byId = {};
    if (data && frame.isArray(data.order)) ids = data.order;
    for (index = 0; index < ids.length; index += 1) if (frame.hasOwn(people, ids[index])) add(people[ids[index]]);
    if (myId && !frame.own(byId, myId)) add({ id: myId, displayName: myId });
    viewer = (myId && frame.own(byId, myId)) || null;
    host = (hostId && frame.own(byId, hostId)) || null;
    absent = {};
    ids = frame.keys(left);
    for (index = 0; index < ids.length; index += 1) frame.put(absent, ids[index], participant(left[ids[index]]));
    onParticipants.invoke(participants);
  }

  function participant(data) { return new Participant(data.id, data.displayName, data.thumbnailUrl); }

  function add(data) {
    var person = participant(data);
    participants[participants.length] = person;
    frame.put(byId, person.id_, person);
  }

  function takeMode(data) {
    mode = data || {};
    onMode.invoke(wave.getMode());
  }

  function tell(callback, target, delta) {
    frame.stateInner.shown(target, delta, callback);
    callback.invoke(target, delta);
  }

  function takeState(full, opt_delta) {
    // After a message from the container the state is already current. If the gadget's own code
    // calls this, `full` is the new state.
    var delta = opt_delta;
    if (!delta) {
      state = state || new frame.State();
      delta = frame.stateInner.setFull(state, frame.plain(full || {}), state.rev_);
    }
    tell(onState, state, delta);
  }

  function takePrivate(full, opt_delta) {
    var delta = opt_delta;
    if (!delta) {
      privateState = privateState || new frame.State("wave_private_gadget_state");
      delta = frame.stateInner.setFull(privateState, frame.plain(full || {}), privateState.rev_);
    }
    tell(onPrivate, privateState, delta);
  }

  function takeStateDelta(delta) {
    state = state || new frame.State();
    tell(onState, state, frame.stateInner.apply(state, frame.plain(delta || {}), state.rev_));
  }

  function takePrivateDelta(delta) {
    privateState = privateState || new frame.State("wave_private_gadget_state");
    tell(onPrivate, privateState, frame.stateInner.apply(privateState, frame.plain(delta || {}), privateState.rev_));
  }

  // Fields that were private in Wave's library, but that gadgets read and even write. They have the
  // same names and values as in Wave, at the start and after each message.

  function field(name, get, set) { frame.define(wave, name, { enumerable: true, configurable: true, get: get, set: set }); }

  field("id_", function () { return waveId; }, function (value) { waveId = value; });
  field("inWaveContainer_", function () { return inContainer; }, function (value) { inContainer = value; });
  field("viewer_", function () { return viewer; }, function (value) { viewer = value; });
  field("host_", function () { return host; }, function (value) { host = value; });
  field("participants_", function () { return participants; }, function (value) { participants = value; });
  field("participantMap_", function () { return byId; }, function (value) { byId = value; });
  field("state_", function () { return state; }, function (value) { state = value; });
  field("privateState_", function () { return privateState; }, function (value) { privateState = value; });
  field("mode_", function () { return mode; }, function (value) { mode = value; });
  field("participantCallback_", function () { return onParticipants; }, function (value) { onParticipants = value; });
  field("stateCallback_", function () { return onState; }, function (value) { onState = value; });
  field("privateStateCallback_", function () { return onPrivate; }, function (value) { onPrivate = value; });
  field("modeCallback_", function () { return onMode; }, function (value) { onMode = value; });
  wave.receiveWaveParticipants_ = takeParticipants;
  wave.receiveState_ = function (full) { takeState(full); };
  wave.receivePrivateState_ = function (full) { takePrivate(full); };
  wave.receiveStateDelta_ = takeStateDelta;
  wave.receivePrivateStateDelta_ = takePrivateDelta;
  wave.receiveMode_ = takeMode;
  wave.checkWaveContainer_ = wave.internalInit_ = wave.init_ = function () {};
  Participant.fromJson_ = participant;

  frame.register("wave_participants", takeParticipants);
  frame.register("wave_state_delta", takeStateDelta);
  frame.register("wave_private_state_delta", takePrivateDelta);
  frame.register("wave_gadget_mode", takeMode);
  frame.register("wave_gadget_state", takeState);
  frame.register("wave_private_gadget_state", takePrivate);

  frame.receive("room", function (message) { roomKind = message.room; });
  /**
   * If a gadget has no callback for rejections, its state callback is called with the current
   * state, because it may have drawn the requested change.
   */
  frame.receive("reject", function (message) {
    if (onReject.callback_) onReject.invoke(message.rejection);
    else if (message.rejection.private && privateState) tell(onPrivate, privateState, {});
    else if (!message.rejection.private && state) tell(onState, state, {});
  });
  frame.receive("state", function (message) {
    var service = message.private ? "wave_private_gadget_state" : "wave_gadget_state", target, delta;
    if (message.private) target = privateState = privateState || new frame.State(service);
    else target = state = state || new frame.State(service);
    if (message.full) delta = frame.stateInner.setFull(target, message.full, message.rev);
    else delta = frame.stateInner.apply(target, message.set, message.rev);
    if (frame.handlerOf(service) === (message.private ? takePrivate : takeState)) {
      (message.private ? takePrivate : takeState)(null, delta);
    } else {
      frame.dispatch(service, [frame.stateInner.full(target)]);
    }
  });

  wave.util = {};
  /**
   * Returns JSON-like text with single quotes, which early gadgets stored and read back with eval.
   */
  wave.util.printJson = function printJson(value, opt_pretty, opt_tabs) {
    var tabs = opt_tabs || 0, lines = [], index, names, text, item;
    if (value === null) return "null";
    if (typeof value === "string") return quoted(value);
    if (typeof value === "number" || typeof value === "boolean") return String(value);
    if (typeof value === "undefined") return "undefined";
    if (typeof value === "function") return "";
    if (frame.isArray(value)) {
      for (index = 0; index < value.length; index += 1) lines[index] = printJson(value[index], opt_pretty, tabs + 1);
      return enclosed("[", lines, "]", opt_pretty, tabs);
    }
    names = frame.keys(value);
    for (index = 0; index < names.length; index += 1) {
      item = value[names[index]];
      if (typeof item === "function") continue;
      text = printJson(item, opt_pretty, tabs + 1);
      lines[lines.length] = quoted(names[index]) + (opt_pretty ? ": " : ":") + text;
    }
    return enclosed("{", lines, "}", opt_pretty, tabs);
  };

  function quoted(text) {
    var result = "'", index, unit;
    for (index = 0; index < text.length; index += 1) {
      unit = text.charAt(index);
      if (unit === "'" || unit === "\\") result += "\\" + unit;
      else if (unit === "\n") result += "\\n";
      else if (unit === "\r") result += "\\r";
      else if (unit === "\u2028") result += "\\u2028";
      else if (unit === "\u2029") result += "\\u2029";
      else result += unit;
    }
    return result + "'";
  }

  function enclosed(start, lines, end, pretty, tabs) {
    var text = start, index, indent = "", inner;
    for (index = 0; index < tabs; index += 1) indent += "  ";
    inner = pretty && lines.length ? "\n" + indent + "  " : "";
    for (index = 0; index < lines.length; index += 1) text += (index ? "," : "") + inner + lines[index];
    return text + (inner ? "\n" + indent : "") + end;
  }

  /**
   * Runs first at onload, before the gadget's own handlers. The container's answers arrive after
   * those have run.
   */
  frame.onLoadFirst = function () { frame.call("wave_enable", ["1.0"]); };
}(window.gadgetFrame));
