-- +goose Up

-- One row for each share. Its ID is a pair of words; the number that opens its
-- payload is not stored. Times are ms since 1970. The rows decoy-0 to decoy-255
-- have payloads that nothing opens, and are created when they are needed. Where
-- there is no share, a retrieval is tried on a decoy, so that it takes the same
-- steps and time.
CREATE TABLE share (
    id       TEXT    PRIMARY KEY,
    payload  BLOB    NOT NULL, -- 12 bytes of nonce, then AES-256-GCM ciphertext
    tries    INTEGER NOT NULL DEFAULT 0, -- number of tries; every try changes its row
    failures INTEGER NOT NULL DEFAULT 0, -- number of wrong tries; never decreases
    created  INTEGER NOT NULL,
    expires  INTEGER -- NULL: a decoy
) STRICT;

-- For counting unexpired shares and purging expired ones.
CREATE INDEX share_expires ON share (expires) WHERE expires IS NOT NULL;

-- +goose Down
DROP TABLE share;
