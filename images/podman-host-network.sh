#!/bin/sh
# podman for podman-compose before 1.0.4, which names a network of its own beside that of the machine: this leaves it out.
set -eu
case " $* " in
  *' --network host '*) ;;
  *) exec podman "$@" ;;
esac

count=$#
while [ "$count" -gt 0 ]; do
  argument=$1
  shift
  count=$((count - 1))
  case $argument in
    --net | --network-alias)
      shift
      count=$((count - 1))
      ;;
    *) set -- "$@" "$argument" ;;
  esac
done
exec podman "$@"
