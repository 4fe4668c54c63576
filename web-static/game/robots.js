// The IDs of robots, such as `robot:5` for the computer of level 5 (docs/PROTOCOL.md).

const PREFIX = "robot:";

/** Whether a participant's ID is that of a robot. */
export const isRobot = (id) => Boolean(id?.startsWith(PREFIX));

/** Whether a participant's ID is that of a person or of a person's bot. */
export const isPerson = (id) => Boolean(id) && !isRobot(id);

/** Returns the ID of the robot of that level. */
export const robotOf = (level) => `${PREFIX}${level}`;

/** Returns the level in a robot's ID, as text. */
export const levelOf = (id) => id.slice(PREFIX.length);
