-- +goose Up

-- One row for each service key, including revoked ones. Of the key itself only the
-- SHA-256 is stored. Limits are half credits in 24 hours, 0 means none. Times are
-- ms since 1970.
CREATE TABLE service_key (
    id          text   PRIMARY KEY, -- names the key, and is not part of it
    hash        bytea  NOT NULL UNIQUE CHECK (length(hash) = 32),
    user_id     text   NOT NULL,
    biomai      bigint NOT NULL CHECK (biomai >= 0),
    biomai_byok bigint NOT NULL CHECK (biomai_byok >= 0),
    biomjson    bigint NOT NULL CHECK (biomjson >= 0),
    retrieve    bigint NOT NULL CHECK (retrieve >= 0),
    created     bigint NOT NULL,
    revoked     bigint -- NULL: not revoked
);

-- +goose Down
DROP TABLE service_key;
