# The program as an image: built from source, and installed as the release that `npm run release` packs.
FROM node:24-trixie-slim AS build
WORKDIR /build
# The packages are downloaded again only when a manifest changes.
COPY package.json package-lock.json .npmrc ./
COPY e2e/package.json e2e/
COPY examples/package.json examples/
COPY migrations/package.json migrations/
COPY platform-api/package.json platform-api/
COPY player-shell/package.json player-shell/
COPY portal/package.json portal/
COPY sdk/package.json sdk/
RUN npm ci
COPY . .
RUN npm run build && npm run release -- tree ../release

FROM node:24-trixie-slim
# As root: sound is prepared by ffmpeg, backups need pg_dump, and a replica keeps its cache in /data.
RUN apt-get update && apt-get install -y --no-install-recommends ffmpeg postgresql-client && rm -rf /var/lib/apt/lists/* && install -d -o node -g node /data /backups && ln -s /app/deploy/stationhouse /usr/local/bin/stationhouse
WORKDIR /app
COPY --from=build /release ./
RUN npm ci && npm cache clean --force
USER node
# Without a limit Node sizes its heap by the machine, not by the container. malloc has two arenas
# instead of eight for each core, and returns memory at once that it would keep.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8000 DATA_DIR=/data NODE_OPTIONS=--max-old-space-size=1024
ENV MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/v1/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# No shell and no npm in between, so that SIGTERM reaches the program.
CMD ["node", "platform-api/dist/src/main.js"]
