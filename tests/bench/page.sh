#!/bin/sh
# SPDX-License-Identifier: MIT
# The page of `uaccess bench --html` in a browser: it asks for nothing, and nothing goes wrong.

# shellcheck source=tests/tap.sh
. "$top_srcdir/tests/tap.sh"

page=$scratch/page.html

timeout 120 "$top_builddir/uaccess" bench --quick padzero access readzero --html "$page" \
  >/dev/null 2>&1 </dev/null || tap_diag "no page"

# Nothing from outside in it: no script, no address but that of the icon, which is empty.
nothing_outside() {
  ! grep -nE '<script|https?:|url\(|src=|@import' "$page" &&
    [ "$(grep -c 'href=' "$page")" -eq 1 ]
}

well_formed() {
  [ "$(grep -o '<svg' "$page" | wc -l)" -eq "$(grep -o '</svg>' "$page" | wc -l)" ] &&
    [ "$(grep -o '<figure>' "$page" | wc -l)" -ge 2 ] && ! grep -nE 'nan|inf[," ]' "$page"
}

browser=''
for name in chromium chromium-browser google-chrome chrome; do
  [ -n "$browser" ] || ! command -v "$name" >/dev/null || browser=$name
done

# browse ARGUMENT...: the browser's log in $scratch/log
browse() {
  HOME=$scratch timeout 60 "$browser" --headless --no-sandbox --disable-gpu \
    --disable-dev-shm-usage --user-data-dir="$scratch/profile" --no-first-run \
    --enable-logging=stderr "$@" 2>"$scratch/log"
}

# Any request but for the page itself would be one that fails: there is no network to reach.
no_error_no_request() {
  browse --host-resolver-rules='MAP * ~NOTFOUND' --dump-dom "file://$page" >"$scratch/dom" || return 1
  grep -q '<figure>' "$scratch/dom" || return 1
  ! grep 'CONSOLE' "$scratch/log"
}

# The page as it is laid out on a phone is not wider than the phone.
fits() {
  sed 's,</body>,<script>console.log("width "+document.documentElement.scrollWidth)</script>&,' \
    "$page" >"$scratch/probe.html"
  browse --window-size=500,900 --dump-dom "file://$scratch/probe.html" >/dev/null || return 1
  width=$(sed -n 's/.*"width \([0-9]*\)".*/\1/p' "$scratch/log")
  echo "width $width"
  [ "$width" -le 500 ]
}

screenshot() {
  browse --hide-scrollbars --window-size=1000,2000 --screenshot="$scratch/page.png" "file://$page" &&
    [ "$(wc -c <"$scratch/page.png")" -gt 20000 ]
}

tap_ok "the page names nothing outside" nothing_outside
tap_ok "its plots are whole" well_formed
if [ -n "$browser" ]; then
  tap_ok "no console error, and no request that could fail" no_error_no_request
  tap_ok "it fits a narrow window" fits
  tap_ok "it can be drawn" screenshot
else
  tap_skip "no console error, and no request that could fail" "no Chromium"
  tap_skip "it fits a narrow window" "no Chromium"
  tap_skip "it can be drawn" "no Chromium"
fi
tap_done
