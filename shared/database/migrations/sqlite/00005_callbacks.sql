-- +goose Up

-- The endpoints to which users may have callbacks sent. Secrets are sealed with the
-- job key; previous is the one before the last rotation. Times are ms since 1970.
CREATE TABLE callback_endpoint (
    user_id  TEXT    NOT NULL,
    name     TEXT    NOT NULL,
    url      TEXT    NOT NULL,
    secret   BLOB    NOT NULL,
    previous BLOB, -- NULL: never rotated
    rotated  INTEGER, -- NULL: never
    created  INTEGER NOT NULL,
    PRIMARY KEY (user_id, name)
) STRICT;

-- The callbacks that were given up, for seven days. Nothing of the job but how it ended.
CREATE TABLE callback_failure (
    id       TEXT    PRIMARY KEY, -- of the event
    user_id  TEXT    NOT NULL,
    name     TEXT    NOT NULL, -- of the endpoint
    status   TEXT    NOT NULL, -- of the job
    ended    INTEGER NOT NULL, -- when the job ended
    failed   INTEGER NOT NULL, -- when the callback was given up
    attempts INTEGER NOT NULL,
    reason   TEXT    NOT NULL  -- of the last attempt
) STRICT;

CREATE INDEX callback_failure_failed ON callback_failure (failed);

-- +goose Down
DROP TABLE callback_failure;
DROP TABLE callback_endpoint;
