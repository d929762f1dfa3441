#!/bin/sh
# Configures the server by the variables of the official image, and becomes it.
set -eu

export RABBITMQ_CONFIG_FILE="$HOME/rabbitmq.conf" RABBITMQ_ENABLED_PLUGINS_FILE="$HOME/enabled_plugins"
umask 077
echo '[rabbitmq_management].' > "$RABBITMQ_ENABLED_PLUGINS_FILE"
cat > "$RABBITMQ_CONFIG_FILE" <<EOF
default_user = $RABBITMQ_DEFAULT_USER
default_pass = $RABBITMQ_DEFAULT_PASS
management.tcp.ip = ${RABBITMQ_NODE_IP_ADDRESS:-::}
log.console = true
log.console.level = warning
EOF

exec rabbitmq-server "$@"
