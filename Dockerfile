# The program and nothing else: `.ci/dist` puts the static binary beside a copy of this file.
#
#     docker run --rm --volume "$PWD:/work" --workdir /work heat-codegen validate server.yaml
#
# It is not run as root. A command that writes files needs your user: `docker run --user "$(id -u):$(id -g)" …`.
FROM scratch
COPY heat-codegen /heat-codegen
USER 65532:65532
ENTRYPOINT ["/heat-codegen"]
