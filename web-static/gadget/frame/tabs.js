// gadgets.TabSet and gadgets.skins.

(function (frame) {
  "use strict";
  var made = 0;

  function Tab(set, name, parameters) {
    this.set_ = set;
    this.name_ = name;
    this.callback_ = parameters.callback || null;
    this.content_ = parameters.contentContainer || frame.createElement("div");
    this.content_.className += " tablib_content";
    this.label_ = frame.createElement("td");
    this.label_.className = "tablib_unselected";
    this.label_.innerHTML = name;
    this.label_.style.cssText = "padding:3px 10px;cursor:pointer;border:1px solid #aaa";
    this.label_.onclick = function (tab) { return function () { set.select_(tab); }; }(this);
  }
  Tab.prototype.getName = function () { return this.name_; };
  Tab.prototype.getContentContainer = function () { return this.content_; };
  Tab.prototype.getNameContainer = function () { return this.label_; };
  Tab.prototype.getCallback = function () { return this.callback_; };
  Tab.prototype.getIndex = function () { return this.set_.tabs_.indexOf(this); };
  Tab.prototype.getTabset = function () { return this.set_; };

  function TabSet(opt_moduleId, opt_defaultTab, opt_container) {
    this.tabs_ = [];
    this.selected_ = null;
    this.default_ = opt_defaultTab || "";
    this.main_ = opt_container || document.body.insertBefore(frame.createElement("div"), document.body.firstChild);
    this.table_ = frame.createElement("table");
    this.table_.className = "tablib_table";
    this.row_ = this.table_.insertRow(-1);
    this.header_ = frame.createElement("div");
    this.header_.appendChild(this.table_);
    this.main_.appendChild(this.header_);
  }

  TabSet.prototype = {
    constructor: TabSet,
    addTab: function (name, opt_parameters) {
      var parameters = typeof opt_parameters === "string" ? { contentContainer: document.getElementById(opt_parameters) } : opt_parameters || {};
      var tab = new Tab(this, name, parameters), index = parameters.index;
      if (typeof index === "number" && index >= 0 && index < this.tabs_.length) {
        this.tabs_.splice(index, 0, tab);
        this.row_.insertBefore(tab.label_, this.row_.children[index]);
      } else {
        this.tabs_[this.tabs_.length] = tab;
        this.row_.appendChild(tab.label_);
      }
      if (!tab.content_.id) tab.content_.id = "tab_" + (made += 1);
      if (!tab.content_.parentNode) this.main_.appendChild(tab.content_);
      tab.content_.style.display = "none";
      if (!this.selected_ && (!this.default_ || this.default_ === name)) this.select_(tab);
      else if (this.default_ === name) this.select_(tab);
      return tab.content_.id;
    },
    removeTab: function (index) {
      var tab = this.tabs_[index];
      if (!tab) return;
      this.tabs_.splice(index, 1);
      this.row_.removeChild(tab.label_);
      if (tab.content_.parentNode) tab.content_.parentNode.removeChild(tab.content_);
      if (this.selected_ === tab) {
        this.selected_ = null;
        if (this.tabs_.length) this.select_(this.tabs_[Math.min(index, this.tabs_.length - 1)]);
      }
    },
    setSelectedTab: function (index) { if (this.tabs_[index]) this.select_(this.tabs_[index]); },
    getSelectedTab: function () { return this.selected_; },
    getTabs: function () { return this.tabs_; },
    getHeaderContainer: function () { return this.header_; },
    swapTabs: function (first, second) {
      var tab = this.tabs_[first], other = this.tabs_[second], index;
      if (!tab || !other) return;
      this.tabs_[first] = other;
      this.tabs_[second] = tab;
      for (index = 0; index < this.tabs_.length; index += 1) this.row_.appendChild(this.tabs_[index].label_);
    },
    alignTabs: function (align) { this.table_.align = align; },
    displayTabs: function (display) { this.header_.style.display = display ? "block" : "none"; },
    select_: function (tab) {
      var index, each;
      for (index = 0; index < this.tabs_.length; index += 1) {
        each = this.tabs_[index];
        each.content_.style.display = each === tab ? "block" : "none";
        each.label_.className = each === tab ? "tablib_selected" : "tablib_unselected";
        each.label_.style.background = each === tab ? "#fff" : "#ddd";
      }
      this.selected_ = tab;
      if (typeof tab.callback_ === "function") tab.callback_(tab.content_.id);
    },
  };
  window.gadgets.TabSet = TabSet;
  window.gadgets.Tab = Tab;

  var SKIN = { BG_COLOR: "#ffffff", FONT_COLOR: "#000000", ANCHOR_COLOR: "#0000cc", BG_IMAGE: "" };
  window.gadgets.skins = {
    Property: { BG_COLOR: "BG_COLOR", FONT_COLOR: "FONT_COLOR", ANCHOR_COLOR: "ANCHOR_COLOR", BG_IMAGE: "BG_IMAGE" },
    getProperty: function (name) { return frame.own(SKIN, name) || ""; },
    init: function () {},
  };
}(window.gadgetFrame));
