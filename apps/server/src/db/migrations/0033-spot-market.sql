-- Zones whose day-ahead prices are fetched: those of locations and price lists, and those that people look at.
create table spot_zone (
  region text primary key,
  -- When somebody last looked at its prices.
  asked_at timestamptz,
  try_at timestamptz not null,
  -- Looks in a row at which no source answered.
  failures smallint not null default 0,
  leased_until timestamptz,
  -- When its last days were read once more for corrections.
  reread_at timestamptz,
  -- History is read back to this day; null until it is, and then tried again at `history_try_at`.
  history_from date,
  history_try_at timestamptz,
  job_id integer references job on delete set null,
  -- Since when prices are missing that should be there.
  late_since timestamptz
);

-- What each source last did for a zone.
create table spot_source_state (
  region text not null,
  source text not null,
  answered_at timestamptz,
  failed_at timestamptz,
  -- Code of the last failure; null after an answer.
  error text,
  failures integer not null default 0,
  primary key (region, source)
);
