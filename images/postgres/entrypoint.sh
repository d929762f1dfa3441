#!/bin/sh
# Makes the cluster at the first start, as the official image does, and becomes the server.
set -eu

if [ ! -e "$PGDATA" ]; then
  # Under another name until it is complete: what was cut off is begun anew.
  making=$PGDATA.making
  rm -rf "$making"
  password=$(mktemp)
  printf '%s' "$POSTGRES_PASSWORD" > "$password"
  initdb --pgdata="$making" --username=postgres --pwfile="$password" --auth=scram-sha-256 --encoding=UTF8 --locale=C.UTF-8
  rm "$password"
  echo 'host all all all scram-sha-256' >> "$making/pg_hba.conf"
  # On its socket alone: whoever asks over TCP finds a complete one.
  pg_ctl --pgdata="$making" --wait --options="-c listen_addresses=''" start
  export PGPASSWORD="$POSTGRES_PASSWORD" PGUSER=postgres
  [ "$POSTGRES_DB" = postgres ] || createdb "$POSTGRES_DB"
  for script in /docker-entrypoint-initdb.d/*.sql; do
    [ ! -e "$script" ] || psql --set=ON_ERROR_STOP=1 --dbname="$POSTGRES_DB" --file="$script"
  done
  pg_ctl --pgdata="$making" --wait --mode=fast stop
  mv "$making" "$PGDATA"
fi

exec postgres -c listen_addresses='*' "$@"
