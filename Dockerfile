# The program and nothing else: `.ci/dist` puts the static binary beside a copy of this file.
#
#     docker run --rm --volume "$PWD:/work" --workdir /work heat-codegen validate server.yaml
FROM scratch
COPY heat-codegen /heat-codegen
ENTRYPOINT ["/heat-codegen"]
