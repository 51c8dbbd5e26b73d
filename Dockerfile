# The package of this checkout on the Node of the base image: docker build -t turnpike .
FROM node:26-bookworm-slim AS build
WORKDIR /src
# Dependencies first: this layer is kept until the lockfile changes.
COPY package.json package-lock.json ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY web/package.json web/
COPY scripts/prepare.mjs scripts/
RUN node scripts/prepare.mjs install
COPY . .
RUN npm run package \
 && tar -xzf dist/turnpike-*.tgz -C / \
 && mv /package/node_modules /node_modules

FROM node:26-bookworm-slim
# The libraries rarely change, so they are a layer of their own.
COPY --from=build /node_modules /app/node_modules
COPY --from=build /package /app
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# A new volume takes this folder's owner, so that the server can write to it.
RUN mkdir /data && chown node:node /data
USER node
WORKDIR /data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((response) => process.exit(response.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/turnpike.js"]
