#!/bin/sh
# Copies Node and its runtime dependencies into the given folder, without a shell or package manager.
set -eu
target=$1
mkdir -p "$target/usr/local/bin" "$target/etc" "$target/var/lib/dpkg/status.d"
install -d -m 1777 "$target/tmp"

node=$(command -v node)
cp -L "$node" "$target/usr/local/bin/node"

# Keeps the paths, where the loader looks for the libraries.
for library in $(ldd "$node" | grep -o '/[^ ]*'); do
  cp -L --parents "$library" "$target"
  # Vulnerability scanners read the packages of the libraries here.
  real=$(realpath "$library")
  package=$(dpkg -S "$library" "$real" "${real#/usr}" 2>/dev/null | head -n 1 | cut -d: -f1) || true
  [ -z "$package" ] || dpkg -s "$package" > "$target/var/lib/dpkg/status.d/$package"
done

cp -L /etc/os-release "$target/etc/os-release"
echo 'hosts: files dns' > "$target/etc/nsswitch.conf"
echo 'postrider:x:1000:1000::/tmp:/usr/sbin/nologin' > "$target/etc/passwd"
echo 'postrider:x:1000:' > "$target/etc/group"
