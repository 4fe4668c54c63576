#!/bin/bash
# A bot in a shell pipe: the protocol as JSON lines through gomoku-cli connect.   bot.sh http://127.0.0.1:8080 ROOM
url=$1 room=$2
coproc SERVER { exec "${GOMOKU_CLI:-gomoku-cli}" connect --bot --guest --name "Shell bot" "$url"; }
trap 'kill "$SERVER_PID" 2>/dev/null' EXIT
say() { printf '%s\n' "$1" >&"${SERVER[1]}"; }
set_keys() { asked=$((asked + 1)); say "{\"type\":\"delta\",\"room\":\"$room\",\"id\":\"sh$asked\",\"set\":{$1}}"; }
# Complete five, block four, else the longest row near the last stone: "column row" for the moves "c,r c,r …".
best() {
  awk -v moves="$1" -v size="${values[size]:-15}" '
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
      me = count % 2 ? "o" : "x"; other = count % 2 ? "x" : "o"; top = -1e9
      for (x = 0; x < size; x++) for (y = 0; y < size; y++) if (board[x, y] == "") {
        mine = longest(me, x, y); theirs = longest(other, x, y)
        w = (mine >= 5) * 1e6 + (theirs >= 5) * 1e5 + 1000 * mine ^ 2 + 900 * theirs ^ 2 - abs(x - lx) - abs(y - ly)
        if (w > top) { top = w; found = x " " y }
      }
      print found
    }'
}
declare -A values
while IFS= read -r line <&"${SERVER[0]}"; do
  case $line in
    '{"type":"welcome"'*)
      me=$(sed 's/.*"participant":{"id":"\([^"]*\)".*/\1/' <<<"$line"); say "{\"type\":\"join\",\"room\":\"$room\"}"; continue ;;
    '{"type":"snapshot"'*) values=(); keys=$(sed 's/.*"state":{\([^}]*\)}.*/\1/' <<<"$line") ;;
    '{"type":"delta"'*) keys=$(sed 's/.*"set":{\([^}]*\)}.*/\1/' <<<"$line") ;;
    *) continue ;;
  esac
  while IFS='=' read -r key value; do
    if [[ -z $key ]]; then continue; elif [[ $value == null ]]; then unset "values[$key]"; else values[$key]=${value//\"/}; fi
  done < <(grep -o '"[a-zA-Z0-9]*":\("[^"]*"\|null\)' <<<"$keys" | sed 's/^"\([^"]*\)":/\1=/')
  if [[ -z ${values[game]} ]]; then set_keys "\"game\":\"1\",\"x\":\"$me\""; continue; fi
  [[ -n ${values[result]} || -n ${values[phase]} ]] && continue
  if [[ ${values[x]} != "$me" && ${values[o]} != "$me" ]]; then
    for seat in x o; do [[ -z ${values[$seat]} ]] && set_keys "\"$seat\":\"$me\"" && break; done
    continue
  fi
  count=${values[move]}; side=$([[ $((count % 2)) == 0 ]] && echo x || echo o)
  [[ ${values[$side]} == "$me" ]] || continue
  moves=""; for ((i = 1; i <= count; i++)); do moves+="${values[col$i]},${values[row$i]} "; done
  read -r x y < <(best "$moves"); n=$((count + 1))
  set_keys "\"move\":\"$n\",\"col$n\":\"$x\",\"row$n\":\"$y\""
done
