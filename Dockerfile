# syntax=docker/dockerfile:1

# One image for all apps. The command chooses: `node dist/apps/<app>/src/main.js` runs an app, `.../migrate.js` brings its schema up to date.

# An exact version; a build that must be the same tomorrow names a digest (docs/operations.md#images).
ARG NODE_IMAGE=node:22.23.1-bookworm-slim

FROM ${NODE_IMAGE} AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./

FROM manifests AS build
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts
COPY nest-cli.json tsconfig.json tsconfig.build.json ./
COPY apps apps
COPY libs libs
RUN npm run build

# Optional packages are the binaries of the embedded PostgreSQL, which only the laptop's standalone uses.
FROM manifests AS dependencies
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --omit=optional --ignore-scripts

FROM ${NODE_IMAGE}
# In half a gigabyte Node gives new objects 2 MB, and collects garbage all the time under load.
ENV NODE_ENV=production NODE_OPTIONS=--max-semi-space-size=8
WORKDIR /app
COPY --from=manifests /app/package.json ./
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/dist dist
# By number, so that Kubernetes can see that it is not root. Nothing is written outside /tmp.
USER 1000:1000
EXPOSE 3000 9100
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --start-interval=2s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.HEALTH_PORT || 9100}/health/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/apps/gateway/src/main.js"]
