-- +goose Up

-- Nothing to do: deployments with Postgres keep quotas in Redis.
SELECT 1;

-- +goose Down
SELECT 1;
