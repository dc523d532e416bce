# The service: `contents web` and `contents reader` run in two containers of this image. Solr has an image of its own.
FROM python:3.12-slim

ENV PYTHONUNBUFFERED=1 PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
WORKDIR /srv/contents

# The packages of the extras server and mcp come first, so that their layer is cached: they seldom change.
COPY requirements.lock ./
RUN pip install --require-hashes -r requirements.lock

COPY pyproject.toml README.md LICENSE openapi.yaml ./
COPY solr solr
COPY contents_service contents_service
# Editable, as in a checkout: the service finds openapi.yaml and solr/ next to its package.
RUN pip install --no-deps --no-build-isolation --editable . \
    && useradd --uid 10001 --create-home contents \
    && install -d -o contents -g contents /var/contents /home-folders

USER contents
ENV CONTENTS_HOME=/home-folders CONTENTS_DATA=/var/contents CONTENTS_BIND=0.0.0.0:8080
VOLUME /home-folders
EXPOSE 8080
ENTRYPOINT ["contents"]
CMD ["web"]
