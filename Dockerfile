# The package of this checkout, installed as anywhere else: docker build -t turnpike .
FROM node:22-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN npm run package \
 && mkdir /app \
 && npm install --prefix /app --omit=dev --ignore-scripts --no-audit --no-fund ./dist/turnpike-*.tgz

FROM node:22-bookworm-slim
COPY --from=build /app /app
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
RUN mkdir /data && chown node:node /data
USER node
WORKDIR /data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/app/node_modules/.bin/turnpike"]
