-- +goose Up

-- One row for each service key, including revoked ones. Of the key itself only the
-- SHA-256 is stored. Limits are half credits in 24 hours, 0 means none. Times are
-- ms since 1970.
CREATE TABLE service_key (
    id          TEXT    PRIMARY KEY, -- names the key, and is not part of it
    hash        BLOB    NOT NULL UNIQUE CHECK (length(hash) = 32),
    user_id     TEXT    NOT NULL,
    biomai      INTEGER NOT NULL CHECK (biomai >= 0),
    biomai_byok INTEGER NOT NULL CHECK (biomai_byok >= 0),
    biomjson    INTEGER NOT NULL CHECK (biomjson >= 0),
    retrieve    INTEGER NOT NULL CHECK (retrieve >= 0),
    created     INTEGER NOT NULL,
    revoked     INTEGER -- NULL: not revoked
) STRICT;

-- +goose Down
DROP TABLE service_key;
