#!/bin/sh
# Installs Pyret for the grader without the grader: what `custodiet setup pyret` does.
#
#     adapters/pyret/setup.sh [FOLDER]        # $XDG_DATA_HOME/custodiet/pyret if none is given
set -eu

adapter=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
folder=${1:-${XDG_DATA_HOME:-$HOME/.local/share}/custodiet/pyret}

mkdir -p "$folder"
cp -R "$adapter/install/." "$folder/"
(cd "$folder" && npm ci --ignore-scripts --no-audit --no-fund)
node "$adapter/prepare.js" "$folder"
echo "Pyret is ready in $folder"
