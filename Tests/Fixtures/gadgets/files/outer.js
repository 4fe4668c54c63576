import { inner } from "./inner.js";

window.outer = `outer and ${inner}`;
