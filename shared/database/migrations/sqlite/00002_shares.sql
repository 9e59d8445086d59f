-- +goose Up

-- One row for each share. Its ID is a pair of words; the number that opens its
-- payload is not here. Times are ms since 1970. The rows decoy-0 to decoy-255,
-- which nothing opens and which are made when they are missing, are tried where
-- there is no share, so that it takes the same steps and time.
CREATE TABLE share (
    id       TEXT    PRIMARY KEY,
    payload  BLOB    NOT NULL, -- 12 bytes of nonce, then AES-256-GCM ciphertext
    tries    INTEGER NOT NULL DEFAULT 0, -- rises with each: no try leaves a row as it was
    failures INTEGER NOT NULL DEFAULT 0, -- never falls
    created  INTEGER NOT NULL,
    expires  INTEGER -- NULL: a decoy
) STRICT;

-- Of those that live, and those to be purged.
CREATE INDEX share_expires ON share (expires) WHERE expires IS NOT NULL;

-- +goose Down
DROP TABLE share;
