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

refresh() {
    update-desktop-database -q "$data/applications" 2>/dev/null || true
    update-mime-database "$data/mime" 2>/dev/null || true
}

for process in /proc/[0-9]*/exe; do
    if [ "$(readlink "$process" 2>/dev/null)" = "$program/mahjong-battle" ]; then
        echo "Mahjong Battle is running: close it first." >&2
        exit 1
    fi
done
if [ "${1:-}" = --uninstall ]; then
    rm -rf "$program"
    rm -f "$bin/mahjong-battle" "$desktop" "$icon" "$drawing" "$types" "$about"
    refresh
    echo "Mahjong Battle is removed. Your games stay in $data/mahjong-battle,"
    echo "your settings in ${XDG_CONFIG_HOME:-$HOME/.config}/mahjong-battle."
    exit 0
fi
[ $# = 0 ] || { echo "usage: $0 [--uninstall]" >&2; exit 2; }

case $program in
*[[:cntrl:]]*)
    echo "Mahjong Battle cannot be installed: the name of your home folder has a line break." >&2
    exit 1
    ;;
*[!A-Za-z0-9/._-]*) # within quotes, which a desktop entry takes off in two steps
    start="\"$(printf %s "$program" | sed 's/\\/&&&&/g; s/["`$]/\\\\&/g; s/%/%%/g')/mahjong-battle\""
    ;;
*) start=$program/mahjong-battle ;; # xdg-open does not understand quotes
esac

mkdir -p "$bin" "$(dirname "$program")" "$data/applications" "$data/mime/packages" \
    "$(dirname "$about")" "$(dirname "$icon")" "$(dirname "$drawing")"
rm -rf "$program.new"
cp -R "$here/program" "$program.new"
rm -rf "$program"
mv "$program.new" "$program"
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
