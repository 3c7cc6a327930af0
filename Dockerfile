# Two stages: one builds, the other holds only what `tidemark serve` needs and runs as an ordinary user.
FROM node:24-trixie-slim AS build
WORKDIR /tidemark
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY tsconfig.json ./
COPY scripts scripts
COPY tracker tracker
COPY web web
COPY docs docs
COPY bin bin
COPY sql sql
COPY src src
COPY tools tools
COPY workers workers
# The service is compiled: a process that strips types itself holds 25 MB more in each thread, and starts in twice the time.
RUN node scripts/build.ts && node scripts/compile.ts && npm prune --omit=dev --no-audit --no-fund

FROM node:24-trixie-slim
ENV NODE_ENV=production PORT=8000 SPOOL_DIR=/var/lib/tidemark/spool DATA_DIR=/var/lib/tidemark/data
WORKDIR /tidemark
COPY --from=build /tidemark/node_modules node_modules
COPY --from=build /tidemark/tracker/dist tracker/dist
COPY --from=build /tidemark/dist dist
COPY package.json ./
COPY kits kits
COPY bin bin
COPY sql sql
RUN ln -s /tidemark/bin/tidemark.js /usr/local/bin/tidemark && install -d -o node -g node /var/lib/tidemark
USER node
VOLUME /var/lib/tidemark
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/live`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# It starts itself anew with the flags that fit the memory of the container (docs/operate.md, "Small machines").
ENTRYPOINT ["node", "bin/tidemark.js"]
CMD ["serve"]
