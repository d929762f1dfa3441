#!/bin/sh
# Puts into the folder given what Node needs of the image that it runs in, and nothing else: no shell, no package manager.
set -eu
target=$1
mkdir -p "$target/usr/local/bin" "$target/etc" "$target/var/lib/dpkg/status.d"
install -d -m 1777 "$target/tmp"

node=$(command -v node)
cp -L "$node" "$target/usr/local/bin/node"

# Where the libraries lie is where the loader looks for them.
for library in $(ldd "$node" | grep -o '/[^ ]*'); do
  cp -L --parents "$library" "$target"
  # Scanners for vulnerabilities read here which packages the libraries are of.
  real=$(realpath "$library")
  package=$(dpkg -S "$library" "$real" "${real#/usr}" 2>/dev/null | head -n 1 | cut -d: -f1) || true
  [ -z "$package" ] || dpkg -s "$package" > "$target/var/lib/dpkg/status.d/$package"
done

cp -L /etc/os-release "$target/etc/os-release"
echo 'hosts: files dns' > "$target/etc/nsswitch.conf"
echo 'postrider:x:1000:1000::/tmp:/usr/sbin/nologin' > "$target/etc/passwd"
echo 'postrider:x:1000:' > "$target/etc/group"
