-- What the link learns and sends. `reports_status`: the controller has a will or a status, so silence alone does not
-- mean that it is away. Periods are learned from the pace of its readings.
alter table controller add column reports_status boolean not null default false;
alter table controller add column period_seconds real;
alter table controller add column plan jsonb;
create index controller_http_token on controller (http_token_hash);

alter table device add column newest_at timestamptz;
alter table device add column period_seconds real;

-- The server processes that share an external broker's slots.
create table link_process (
  process_id text primary key,
  seen_until timestamptz not null
);
