-- For the page "Operation": who runs, what failed, and how the database grows.

-- Server processes, each renewing its own row.
create table server_process (
  process_id text primary key,
  name text not null,
  version text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  memory_bytes bigint not null,
  -- Of one core, since the row was last renewed.
  cpu_share real not null
);

-- The size of the database at the end of each day (UTC), or so far today.
create table database_size (
  day date primary key,
  bytes bigint not null
);

create index job_failed on job (finished_at) where state = 'failed';
create index mail_failed on mail (created_at) where state = 'failed';
