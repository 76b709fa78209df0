-- For a day after a new secret was made messages are signed by both, so that a receiver can change at any time.
alter table webhook add column old_secret bytea;
alter table webhook add column old_secret_until timestamptz;
create index webhook_old_secret on webhook (old_secret_until) where old_secret_until is not null;
