# docker build -t cubepdb . && docker run --rm -v cubepdb:/cache cubepdb "R U R' U' F2"
FROM rust:1-slim AS build
WORKDIR /src
COPY . .
RUN cargo install --locked --path tools --root /out

FROM debian:stable-slim
COPY --from=build /out/bin/solve /out/bin/pdbgen /usr/local/bin/
# Tables are made here when they are needed, and kept if it is a volume.
ENV CUBEPDB_CACHE=/cache
VOLUME /cache
ENTRYPOINT ["solve"]
