#!/bin/bash
# A bot in a shell pipe: the protocol as JSON lines through gomoku-cli connect.
#   bot.sh http://127.0.0.1:8080 ROOM [TOKEN_FILE]
# It reconnects by itself. With TOKEN_FILE it is the same participant after a restart. Without, it
# gives its seat up when it is stopped. GOMOKU_CLI is the path of gomoku-cli. docs/BOTS.md lists the
# exit statuses.
end() { echo "$2" >&2; exit "$1"; }
if [[ $# != 2 && $# != 3 ]]; then end 64 "Start it as: bot.sh http://127.0.0.1:8080 ROOM [TOKEN_FILE]"; fi
url=$1 room=$2 cli=${GOMOKU_CLI:-gomoku-cli}
if [[ ! $room =~ ^[A-Za-z0-9._~-]{1,64}$ ]]; then end 64 "A room has a name of 1 to 64 letters, digits and -_.~"; fi
if ! command -v "$cli" >/dev/null; then end 69 "There is no $cli. Install it, or name it in GOMOKU_CLI."; fi
umask 077 # only the owner reads the token
folder=$(mktemp -d) token_file=${3:-$folder/token}
trap 'kill "$client" 2>/dev/null; rm -rf "$folder"' EXIT
if [[ -e $token_file && ! ( -f $token_file && -r $token_file ) ]]; then
  end 66 "The token cannot be read from $token_file."
fi
if ! { : >>"$token_file"; } 2>/dev/null; then end 74 "The token cannot be kept in $token_file."; fi
chmod 600 "$token_file"
# In a session of its own, so that Ctrl-C does not end gomoku-cli before the bot has given its seat
# up.
own=$(command -v setsid)
# No ID is used twice, not even after a restart with the same token.
prefix=sh$RANDOM$RANDOM$RANDOM asked=0 pause=1 was_here=""
declare -A values=()
trap '' PIPE # if the connection breaks during a write, the next read ends
say() { printf '%s\n' "$1" >&"$to"; } 2>/dev/null
ask() {
  asked=$((asked + 1)) pending=$prefix-$asked
  say "{\"type\":\"delta\",\"room\":\"$room\",\"id\":\"$pending\",\"set\":{$1}}"
}
# Sets `side` and `other` to the bot's side and the opponent's.
sides() {
  side="" other=""
  if [[ -z $me ]]; then return; fi
  if [[ ${values[x]} == "$me" ]]; then side=x other=o; elif [[ ${values[o]} == "$me" ]]; then side=o other=x; fi
}
# Prints "column row" for the moves "c,r c,r …": completes a five, blocks a four, otherwise makes
# the longest row near the last stone.
best() {
  awk -v moves="$1" -v barred="$barred" -v size="${values[size]:-15}" '
    function run(s, x, y, dx, dy,  n) { while (board[x + dx * (n + 1), y + dy * (n + 1)] == s) n++; return n + 0 }
    function longest(s, x, y,  d, n, top) {
      for (d = 1; d <= 4; d++) {
        n = 1 + run(s, x, y, DX[d], DY[d]) + run(s, x, y, -DX[d], -DY[d])
        if (n > top) top = n
      }
      return top
    }
    function abs(v) { return v < 0 ? -v : v }
    BEGIN {
      split("1 0 1 1", DX, " "); split("0 1 1 -1", DY, " ")
      lx = ly = int(size / 2); count = split(moves, list, " ")
      for (i = 1; i <= count; i++) { split(list[i], p, ","); lx = p[1]; ly = p[2]; board[lx, ly] = i % 2 ? "x" : "o" }
      split(barred, points, " "); for (i in points) { split(points[i], p, ","); if (p[1] == count + 1) closed[p[2], p[3]] = 1 }
      me = count % 2 ? "o" : "x"; other = count % 2 ? "x" : "o"; top = -1e9
      for (x = 0; x < size; x++) for (y = 0; y < size; y++) if (board[x, y] == "" && !closed[x, y]) {
        mine = longest(me, x, y); theirs = longest(other, x, y)
        w = (mine >= 5) * 1e6 + (theirs >= 5) * 1e5 + 1000 * mine ^ 2 + 900 * theirs ^ 2 - abs(x - lx) - abs(y - ly)
        if (w > top) { top = w; found = x " " y }
      }
      print found
    }'
}
# Prints the change to make in the room, decided from its state alone, or nothing.
wish() {
  local side other seat count moves term x y n
  if [[ -z ${values[game]} ]]; then echo "\"game\":\"1\",\"x\":\"$me\""; return; fi
  sides
  if [[ -n ${values[result]} ]]; then # one of the players starts the next game
    if [[ -z $side || ${values[offer]} != "rematch $other" ]]; then return; fi
    for term in rule size opening clock takebacks rated listed; do
      if [[ -n ${values[$term]} ]]; then printf '"%s":"%s",' "$term" "${values[$term]}"; fi
    done
    echo "\"game\":\"$((values[game] + 1))\",\"x\":\"${values[o]}\",\"o\":\"${values[x]}\""
    return
  fi
  if [[ -n ${values[phase]} ]]; then return; fi # the bot knows no openings
  if [[ -z $side ]]; then
    for seat in x o; do if [[ -z ${values[$seat]} ]]; then echo "\"$seat\":\"$me\""; return; fi; done
    return
  fi
  count=${values[move]}
  if [[ $side != x && $((count % 2)) == 0 || $side != o && $((count % 2)) == 1 ]]; then return; fi
  for ((n = 1; n <= count; n++)); do moves+="${values[col$n]},${values[row$n]} "; done
  if read -r x y < <(best "$moves"); then echo "\"move\":\"$n\",\"col$n\":\"$x\",\"row$n\":\"$y\""; fi
}
# Prints the change that gives the seat up, if the bot has one.
parting() {
  local side other
  sides
  if [[ -z $side || -n ${values[result]} ]]; then return; fi
  if [[ -z ${values[$other]} ]]; then echo "\"$side\":null"; return; fi
  if ((values[move] < 2)); then echo '"result":"draw","reason":"aborted"'; return; fi
  echo "\"result\":\"$other\",\"reason\":\"resign\""
}
# Prints a sentence about the room for the person who has started the bot.
news() {
  local side other game="Game ${values[game]} in $room" winner is_full=""
  if [[ -z ${values[game]} ]]; then echo "The room is empty. Starting a game."; return; fi
  sides
  if [[ -n ${values[x]} && -n ${values[o]} ]]; then is_full=yes; fi
  if [[ -n ${values[result]} ]]; then
    winner="${values[result]^^} won"; if [[ ${values[result]} == draw ]]; then winner="a draw"; fi
    echo "$game is over: $winner (${values[reason]}). Waiting for the next game; Ctrl-C ends the bot."
  elif [[ -n ${values[phase]} ]]; then echo "$game has an opening, which this bot does not know. Waiting for its end."
  elif [[ -n $side && -n $is_full ]]; then echo "$game: playing ${side^^}."
  elif [[ -n $side ]]; then echo "$game: playing ${side^^}, waiting for an opponent."
  elif [[ -n $is_full ]]; then echo "$game: both seats are taken. Waiting for a free one; Ctrl-C ends the bot."
  fi
}
look() {
  local set now; now=$(news)
  if [[ -n $now && $now != "$said" ]]; then echo "$now" >&2; said=$now; fi
  if [[ -n $pending ]]; then return; fi
  set=$(wish)
  # A refused change is not sent again before the room has changed.
  if [[ -z $set || $set == "$wanted" ]]; then return; fi
  wanted=$set
  ask "$set"
}
# A bot that cannot return as the same participant does not block the room.
stop() {
  local set line end=$((SECONDS + 5)) why="Start it again with $token_file to continue."
  trap '' INT TERM HUP
  if [[ $token_file == "$folder/token" ]]; then
    why="" set=$(parting)
    if [[ -n $set ]]; then
      ask "$set" 2>/dev/null
      while ((SECONDS < end)) && IFS= read -r -t $((end - SECONDS)) line <&"$from"; do
        if [[ $line == *"\"by\":\"$me\""*"\"id\":\"$pending\""* ]]; then why="It has given its seat up."; fi
        if [[ $line == *"\"id\":\"$pending\""* ]]; then break; fi
      done
    fi
  fi
  end $((128 + $1)) "The bot was stopped.${why:+ $why}"
}
trap 'stop 2' INT; trap 'stop 15' TERM; trap 'stop 1' HUP
member() {
  sed -nE 's/.*"'"$1"'":("(([^"\\]|\\.)*)"|([0-9]+)).*/\2\4/p' <<<"$2" | sed 's/\\"/"/g'
}
# Prints the whole seconds of `retryAfter`.
retry_after() {
  local digits
  digits=$(member retryAfter "$1") digits=${digits//[^0-9]/}
  echo $((10#0$digits / 1000))
}
join="{\"type\":\"join\",\"room\":\"$room\"}"
while true; do
  values=() pending="" wanted="" barred="" me="" later="" said=""
  coproc SERVER {
    # bash forgets the pipes of a process that has ended, so it begins when they have been copied.
    read -r
    exec $own "$cli" connect --bot --name "Shell bot" --token-file "$token_file" "$url" 2>"$folder/errors"
  }
  client=$SERVER_PID
  exec {from}<&"${SERVER[0]}" {to}>&"${SERVER[1]}"
  say ""
  while IFS= read -r line <&"$from"; do
    keys=""
    case $line in
      '{"type":"welcome"'*)
        me=$(sed 's/.*"participant":{"id":"\([^"]*\)".*/\1/' <<<"$line") was_here=yes; say "$join"; continue ;;
      '{"type":"error"'*)
        why="$(member code "$line"): $(member message "$line")"
        case $(member code "$line") in
          busy | rate-limited | room-full | server-full | unavailable)
            later=$why seconds=$(retry_after "$line")
            if ((seconds > pause)); then pause=$seconds; fi
            break ;;
          *) end 76 "$why" ;;
        esac ;;
      '{"type":"snapshot"'*)
        if [[ $line != *'"kind":"gomoku"'* ]]; then
          end 76 "$room is not a room for five in a row. Choose another room."
        fi
        values=() pending="" wanted="" pause=1; keys=$(sed 's/.*"state":{\([^}]*\)}.*/\1/' <<<"$line") ;;
      '{"type":"delta"'*)
        # Another participant may use the same ID.
        if [[ $line == *"\"by\":\"$me\""*"\"id\":\"$pending\""* ]]; then pending=""; fi
        wanted="" keys=$(sed 's/.*"set":{\([^}]*\)}.*/\1/' <<<"$line") ;;
      '{"type":"reject"'*)
        pending="" code=$(member code "$line"); echo "$code: $(member message "$line")" >&2
        case $code in
          # Choose another point.
          forbidden-move) barred+=" $(sed 's/"[a-z]*[0-9]*":"\([0-9]*\)"/\1/g' <<<"$wanted")" ;;
          rate-limited) sleep "$(($(retry_after "$line") + 1))"; wanted="" ;; # the same again, later
          read-only) sleep 1; say "$join"; continue ;; # it is not in the room, or nothing can be stored just now
        esac ;;
      *) continue ;;
    esac
    while IFS='=' read -r key value; do
      if [[ -z $key ]]; then continue; fi
      # bash runs commands that are in the text of a number, so only harmless characters stay.
      if [[ $value == null ]]; then unset "values[$key]"; else values[$key]=${value//[^a-zA-Z0-9 .,:+\/~_-]/}; fi
    done < <(grep -o '"[a-zA-Z0-9]*":\("[^"]*"\|null\)' <<<"$keys" | sed 's/^"\([^"]*\)":/\1=/')
    look
  done
  exec {from}<&- {to}>&-
  values=()
  kill "$client" 2>/dev/null; wait "$client"; status=$?
  why=$(<"$folder/errors") why=${later:-${why#gomoku-cli: }} why=${why:-The connection broke.}
  why=${why% Run the command again to continue.}
  if [[ -z $was_here ]]; then end "$((status > 128 ? 69 : status))" "$why"; fi
  if [[ $why == *" with code 1008"* || $why == *" with code 4001"* ]]; then end 76 "$why"; fi
  milliseconds=$((pause * (500 + RANDOM % 501))) # random, so that not all clients return at once
  printf -v seconds '%d.%03d' $((milliseconds / 1000)) $((milliseconds % 1000))
  echo "$why Trying again in $seconds s." >&2
  sleep "$seconds" & wait "$!" # a signal ends `wait`, but not a command in the foreground
  pause=$((pause * 2 > 30 ? 30 : pause * 2))
done
