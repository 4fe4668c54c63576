#!/bin/bash
# A bot in a shell pipe: the protocol as JSON lines through gomoku-cli connect.
#   bot.sh http://127.0.0.1:8080 ROOM [TOKEN_FILE]
# It reconnects by itself. With TOKEN_FILE it is the same participant after a restart. GOMOKU_CLI is
# the path of gomoku-cli.
if [[ $# != 2 && $# != 3 ]]; then echo "Start it as: bot.sh http://127.0.0.1:8080 ROOM [TOKEN_FILE]" >&2; exit 64; fi
url=$1 room=$2 cli=${GOMOKU_CLI:-gomoku-cli}
if ! command -v "$cli" >/dev/null; then echo "There is no $cli. Install it, or name it in GOMOKU_CLI." >&2; exit 69; fi
token_file=${3:-$(mktemp)}
trap 'kill "$client" 2>/dev/null; [[ $# == 3 ]] || rm -f "$token_file"' EXIT
# No ID is used twice, not even after a restart with the same token.
prefix=sh$RANDOM$RANDOM$RANDOM asked=0 pause=1 was_here=
say() { printf '%s\n' "$1" >&"$to"; }
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
  local seat count moves x y n
  if [[ -z ${values[game]} ]]; then echo "\"game\":\"1\",\"x\":\"$me\""; return; fi
  if [[ -n ${values[result]} || -n ${values[phase]} ]]; then return; fi
  if [[ ${values[x]} != "$me" && ${values[o]} != "$me" ]]; then
    for seat in x o; do if [[ -z ${values[$seat]} ]]; then echo "\"$seat\":\"$me\""; return; fi; done
    return
  fi
  count=${values[move]}; if ((count % 2)); then seat=o; else seat=x; fi
  if [[ ${values[$seat]} != "$me" ]]; then return; fi
  for ((n = 1; n <= count; n++)); do moves+="${values[col$n]},${values[row$n]} "; done
  if read -r x y < <(best "$moves"); then echo "\"move\":\"$n\",\"col$n\":\"$x\",\"row$n\":\"$y\""; fi
}
look() {
  if [[ -n $pending ]]; then return; fi
  local set; set=$(wish)
  # A refused change is not sent again before the room has changed.
  if [[ -z $set || $set == "$wanted" ]]; then return; fi
  asked=$((asked + 1)) wanted=$set; pending=$prefix-$asked
  say "{\"type\":\"delta\",\"room\":\"$room\",\"id\":\"$pending\",\"set\":{$set}}"
}
member() { sed -n 's/.*"'"$1"'":"\([^"]*\)".*/\1/p;t;s/.*"'"$1"'":\([0-9]*\).*/\1/p' <<<"$2"; }
join="{\"type\":\"join\",\"room\":\"$room\"}"
while true; do
  declare -A values=(); pending="" wanted="" barred="" me=""
  coproc SERVER { exec "$cli" connect --bot --name "Shell bot" --token-file "$token_file" "$url"; }
  client=$SERVER_PID
  exec {from}<&"${SERVER[0]}" {to}>&"${SERVER[1]}"
  while IFS= read -r line <&"$from"; do
    keys=""
    case $line in
      '{"type":"welcome"'*)
        me=$(sed 's/.*"participant":{"id":"\([^"]*\)".*/\1/' <<<"$line") was_here=yes pause=1; say "$join"; continue ;;
      '{"type":"error"'*)
        echo "$(member code "$line"): $(member message "$line")" >&2
        case $(member code "$line") in
          busy | rate-limited | room-full | server-full | unavailable) break ;;
          *) exit 1 ;;
        esac ;;
      '{"type":"snapshot"'*) values=() pending="" wanted=""; keys=$(sed 's/.*"state":{\([^}]*\)}.*/\1/' <<<"$line") ;;
      '{"type":"delta"'*)
        # Another participant may use the same ID.
        if [[ $line == *"\"by\":\"$me\""*"\"id\":\"$pending\""* ]]; then pending=""; fi
        wanted="" keys=$(sed 's/.*"set":{\([^}]*\)}.*/\1/' <<<"$line") ;;
      '{"type":"reject"'*)
        pending="" code=$(member code "$line"); echo "$code: $(member message "$line")" >&2
        case $code in
          forbidden-move) barred+=" $(sed 's/"[a-z]*[0-9]*":"\([0-9]*\)"/\1/g' <<<"$wanted")" ;; # another point, then
          rate-limited) sleep "$(($(member retryAfter "$line") / 1000 + 1))"; wanted="" ;; # the same again, later
          read-only) sleep 1; say "$join"; continue ;; # it is not in the room, or nothing can be stored just now
        esac ;;
      *) continue ;;
    esac
    while IFS='=' read -r key value; do
      if [[ -z $key ]]; then continue; elif [[ $value == null ]]; then unset "values[$key]"; else values[$key]=${value//\"/}; fi
    done < <(grep -o '"[a-zA-Z0-9]*":\("[^"]*"\|null\)' <<<"$keys" | sed 's/^"\([^"]*\)":/\1=/')
    look
  done
  exec {from}<&- {to}>&-
  kill "$client" 2>/dev/null; wait "$client"; status=$?
  if [[ -z $was_here ]]; then exit "$status"; fi
  echo "The connection is gone. Trying again in $pause s." >&2
  sleep "$pause"; pause=$((pause * 2 > 30 ? 30 : pause * 2))
done
