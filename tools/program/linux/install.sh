#!/bin/sh
# Installs Mahjong Battle for the person who runs it, without root; with --uninstall it removes all
# that it installed. Games, problems and settings are the person's and stay.
set -eu
id=org.mahjongbattle.MahjongBattle
here=$(cd "$(dirname "$0")" && pwd)
data=${XDG_DATA_HOME:-$HOME/.local/share}
bin=$HOME/.local/bin
program=$HOME/.local/lib/mahjong-battle
desktop=$data/applications/$id.desktop
icon=$data/icons/hicolor/256x256/apps/$id.png
drawing=$data/icons/hicolor/scalable/apps/$id.svg
types=$data/mime/packages/$id.xml
about=$data/metainfo/$id.metainfo.xml

refuse() {
    echo "$1" >&2
    exit 1
}

is_ours() { # whether what starts the program is the link that this script makes
    [ "$(readlink "$bin/mahjong-battle" 2>/dev/null)" = "$program/mahjong-battle" ]
}

refresh() {
    update-desktop-database -q "$data/applications" 2>/dev/null || true
    update-mime-database "$data/mime" 2>/dev/null || true
}

for process in /proc/[0-9]*/exe; do
    if [ "$(readlink "$process" 2>/dev/null)" = "$program/mahjong-battle" ]; then
        refuse "Mahjong Battle is running: close it first."
    fi
done
if [ -e "$program" ] && [ ! -f "$program/install.sh" ]; then
    refuse "$program is not of Mahjong Battle: rename it first."
fi
for file in "$desktop" "$icon" "$drawing" "$types" "$about"; do
    if [ -d "$file" ]; then
        refuse "$file is a folder: rename it first."
    fi
done
if [ "${1:-}" = --uninstall ]; then
    rm -rf "$program"
    if is_ours; then
        rm -f "$bin/mahjong-battle"
    fi
    rm -f "$desktop" "$icon" "$drawing" "$types" "$about"
    refresh
    echo "Mahjong Battle is removed. Your games stay in $data/mahjong-battle,"
    echo "your settings in ${XDG_CONFIG_HOME:-$HOME/.config}/mahjong-battle."
    exit 0
fi
[ $# = 0 ] || { echo "usage: $0 [--uninstall]" >&2; exit 2; }

case $program in
*[[:cntrl:]]*)
    refuse "Mahjong Battle cannot be installed: the name of your home folder has a line break."
    ;;
*[!A-Za-z0-9/._-]*) # within quotes, which a desktop entry takes off in two steps
    start="\"$(printf %s "$program" | sed 's/\\/&&&&/g; s/["`$]/\\\\&/g; s/%/%%/g')/mahjong-battle\""
    ;;
*) start=$program/mahjong-battle ;; # xdg-open does not understand quotes
esac

if [ -e "$bin/mahjong-battle" ] && ! is_ours; then
    refuse "$bin/mahjong-battle is there already and starts something else: rename it first."
fi
mkdir -p "$bin" "$(dirname "$program")" "$data/applications" "$data/mime/packages" \
    "$(dirname "$about")" "$(dirname "$icon")" "$(dirname "$drawing")"
new=$(mktemp -d "$program.XXXXXX")
trap 'rm -rf "$new"' EXIT
cp -R "$here/program" "$new/program"
rm -rf "$program"
mv "$new/program" "$program"
cp "$here/install.sh" "$program/install.sh"
ln -sfn "$program/mahjong-battle" "$bin/mahjong-battle"
cp "$here/$id.png" "$icon"
cp "$here/$id.svg" "$drawing"
cp "$here/$id.mime.xml" "$types"
cp "$here/$id.metainfo.xml" "$about"
{
    sed '/^Exec=/,$d' "$here/$id.desktop"
    printf 'Exec=%s %%u\n' "$start"
    sed '1,/^Exec=/d' "$here/$id.desktop"
} > "$desktop"
refresh
echo "Mahjong Battle is installed. Start it from the menu of your desktop, or with"
echo "    $bin/mahjong-battle"
echo "and remove it with"
echo "    $program/install.sh --uninstall"
echo "The folder that you unpacked is no longer needed."
