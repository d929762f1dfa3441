# syntax=docker/dockerfile:1

# One image for all apps. The command selects one: `node dist/apps/<app>/src/main.js` runs an app,
# `postrider` runs an operator's command. See docs/operate/install.md#images.

# Pinned by digest, for repeatable builds.
ARG NODE_IMAGE=node:22.23.1-bookworm-slim@sha256:6c74791e557ce11fc957704f6d4fe134a7bc8d6f5ca4403205b2966bd488f6b3

FROM ${NODE_IMAGE} AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY apps/dashboard/package.json apps/dashboard/
COPY scripts/package.json scripts/

FROM manifests AS build
# For networks that intercept TLS: certificates that npm trusts. The secret does not become part of the image.
RUN --mount=type=cache,target=/root/.npm --mount=type=secret,id=ca \
  NODE_EXTRA_CA_CERTS=/run/secrets/ca npm ci --omit=dev --ignore-scripts
COPY tsconfig.json ./
COPY scripts scripts
COPY apps apps
COPY libs libs
COPY docs docs
RUN npm run build

# Optional packages are the binaries of the embedded PostgreSQL, which only standalone uses.
FROM manifests AS dependencies
RUN --mount=type=cache,target=/root/.npm --mount=type=secret,id=ca \
  NODE_EXTRA_CA_CERTS=/run/secrets/ca npm ci --omit=dev --omit=optional --workspaces=false --ignore-scripts
# A third of the bytes is only for compilers and debuggers.
RUN find node_modules -type f '(' -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' ')' -delete

FROM ${NODE_IMAGE} AS runtime
COPY docker/runtime.sh /
RUN sh /runtime.sh /runtime

FROM dependencies AS bill
COPY docker/sbom.mjs ./
COPY --from=runtime /runtime/var/lib/dpkg/status.d status.d
ARG SOURCE_DATE_EPOCH=0
RUN npm sbom --package-lock-only --sbom-format=cyclonedx > npm.json \
  && node sbom.mjs node_modules status.d "${SOURCE_DATE_EPOCH}" < npm.json > sbom.cdx.json

FROM scratch
COPY --from=runtime /runtime /
ENV PATH=/usr/local/bin
# With 512 MB, Node's young generation has 2 MB by default, and garbage collection takes much time under load.
ENV NODE_ENV=production NODE_OPTIONS=--max-semi-space-size=8
WORKDIR /app
# What changes least comes first, so nodes download only what changed.
COPY --from=dependencies /app/node_modules node_modules
COPY --from=bill /app/sbom.cdx.json /app/package.json ./
COPY --from=build /app/dist dist
COPY --chmod=755 docker/postrider /usr/local/bin/
# A numeric id, so Kubernetes can verify that it is not root. Only /tmp is written.
USER 1000:1000
EXPOSE 3000 9100
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.HEALTH_PORT || 9100}/health/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/apps/gateway/src/main.js"]
