// What a clock's setting is called.

import { clockSetting } from "../game/clockwork.js";
import { T } from "./texts.js";

/** `5 min + 5 s a move`, for `300+5`; what is no setting as it is. */
export function clockWords(text) {
  const setting = clockSetting(text);
  if (!setting) return text;
  const { main, increment, periods, length } = setting;
  const long = main % 60 ? T.seconds(main) : T.minutes(main / 60);
  if (periods) return T.byoyomiWords(long, periods, length);
  return increment ? T.fischerWords(long, increment) : long;
}
