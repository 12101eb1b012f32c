#!/bin/sh
# Does what `custodiet setup pyret` does, without the program.
#
#     adapters/pyret/setup.sh [FOLDER]        # default: $XDG_DATA_HOME/custodiet/pyret
set -eu

adapter=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
folder=${1:-${XDG_DATA_HOME:-$HOME/.local/share}/custodiet/pyret}

mkdir -p "$folder"
cp -R "$adapter/install/." "$folder/"
(cd "$folder" && npm ci --ignore-scripts --no-audit --no-fund)
node "$adapter/prepare.js" "$folder"
echo "Pyret is ready in $folder"
