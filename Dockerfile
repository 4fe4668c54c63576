# docker build -t gomoku . && docker run -p 8080:8080 -v gomoku:/data gomoku
FROM swift:6.3-bookworm AS build
RUN apt-get update && apt-get install -y --no-install-recommends \
    libwebsockets-dev libwebsockets-evlib-ev libev-dev libsqlite3-dev libssl-dev zlib1g-dev libbrotli-dev libhiredis-dev pkg-config python3 esbuild \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY Package.swift ./
COPY Sources Sources
# The manifest names these folders, but nothing in them is built.
COPY Tests Tests
COPY examples examples
COPY Benchmarks Benchmarks
RUN swift build -c release --static-swift-stdlib --product gomoku-server && strip .build/release/gomoku-server
COPY web-static web-static
COPY scripts/bundle scripts/bundle
RUN scripts/bundle .build/page

FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends \
    libwebsockets17 libwebsockets-evlib-ev libsqlite3-0 libssl3 zlib1g libbrotli1 libhiredis0.14 libstdc++6 \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin gomoku \
    && install -d -m 0700 -o gomoku -g gomoku /data
COPY --from=build /source/.build/release/gomoku-server /usr/local/bin/gomoku-server
COPY --from=build /source/.build/page /usr/local/share/gomoku/web-static
USER 10001:10001
VOLUME /data
EXPOSE 8080
ENV GOMOKU_SERVER_HOST=0.0.0.0 GOMOKU_SERVER_PORT=8080 GOMOKU_SERVER_DATA=/data \
    GOMOKU_SERVER_WEB=/usr/local/share/gomoku/web-static
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["/usr/local/bin/gomoku-server", "status", "--check"]
ENTRYPOINT ["/usr/local/bin/gomoku-server"]
