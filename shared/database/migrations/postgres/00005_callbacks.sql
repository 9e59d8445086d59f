-- +goose Up

-- The endpoints to which users may have callbacks sent. Secrets are sealed with the
-- job key; previous is the one before the last rotation. Times are ms since 1970.
CREATE TABLE callback_endpoint (
    user_id  text   NOT NULL,
    name     text   NOT NULL,
    url      text   NOT NULL,
    secret   bytea  NOT NULL,
    previous bytea, -- NULL: never rotated
    rotated  bigint, -- NULL: never
    created  bigint NOT NULL,
    PRIMARY KEY (user_id, name)
);

-- The callbacks that were given up, for seven days. Nothing of the job but how it ended.
CREATE TABLE callback_failure (
    id       text   PRIMARY KEY, -- of the event
    user_id  text   NOT NULL,
    name     text   NOT NULL, -- of the endpoint
    status   text   NOT NULL, -- of the job
    ended    bigint NOT NULL, -- when the job ended
    failed   bigint NOT NULL, -- when the callback was given up
    attempts bigint NOT NULL,
    reason   text   NOT NULL  -- of the last attempt
);

CREATE INDEX callback_failure_failed ON callback_failure (failed);

-- +goose Down
DROP TABLE callback_failure;
DROP TABLE callback_endpoint;
