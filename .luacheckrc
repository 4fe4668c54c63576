-- Functions of the Redis store: `RedisFunctions` puts the files of this folder into one text, prelude.lua first.
std = "lua51"
max_line_length = 120
read_globals = {"redis"}
local shared = {
    "best_key", "begun", "call", "elsewhere", "fenced", "game_key", "games_key", "kinds_key", "name_key", "nameless",
    "person_key", "refusal", "register", "sessions_key", "shown", "token_key",
}
files["Sources/GomokuRedisStore/Lua"] = {read_globals = shared}
-- What it defines is for the other files.
files["Sources/GomokuRedisStore/Lua/prelude.lua"] = {read_globals = {"version"}, ignore = {"211"}}
