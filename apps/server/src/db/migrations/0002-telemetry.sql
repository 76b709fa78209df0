-- Telemetry. location_id is in every key and every query, and nothing here refers to another table,
-- so that PostgreSQL can distribute these tables by location (docs/decisions).

-- One row per controller and instant. `step_seconds` is set where the values are averages from `ts` on.
create table sample (
  location_id integer not null,
  controller_id integer not null,
  ts timestamptz not null,
  step_seconds integer,
  values jsonb not null,
  primary key (location_id, controller_id, ts)
) partition by range (ts);

-- The energy series of a location: which device and direction, and the one declared source of its energy. While the
-- source is being changed, everything before `rebuild_until` still waits to be computed again.
create table series (
  location_id integer not null,
  id integer not null,
  controller_id integer not null,
  device_key text not null,
  metric text not null,
  source text not null check (source in ('counter', 'power')),
  -- 1 or -1: which sign of the device's power this series integrates where power is the source.
  sign smallint not null check (sign in (-1, 1)),
  rebuild_until timestamptz,
  primary key (location_id, id),
  unique (location_id, device_key, metric)
);

-- A UTC hour of twelve 5-minute slots in milliwatt-hours; null is a gap. Bit i of the masks speaks of slot i:
-- spread across an outage or otherwise not measured there, and covered from its start to its end.
create table energy_hour (
  location_id integer not null,
  series_id integer not null,
  hour timestamptz not null,
  s0 bigint, s1 bigint, s2 bigint, s3 bigint, s4 bigint, s5 bigint,
  s6 bigint, s7 bigint, s8 bigint, s9 bigint, s10 bigint, s11 bigint,
  total bigint not null,
  estimated smallint not null default 0,
  complete smallint not null default 0,
  primary key (location_id, series_id, hour)
) partition by range (hour);

-- Whole local days of a location, so that a month of hundreds of locations is read in one go: by series id
-- {"<id>": [mWh, slots covered from end to end, slots with a value, 1 if any is estimated]}. Only days that end by the
-- location's `closed_until` (telemetry_state) are to be believed; the others are computed from their hours.
create table energy_day (
  location_id integer not null,
  day_start timestamptz not null,
  day_end timestamptz not null,
  energy json not null,
  primary key (location_id, day_start)
);

-- Per controller: the newest value of every metric, {"<device>/<metric>": [epoch ms, value]}; where each energy series
-- stands, {"<device>/<metric>": [...]} (both read and written whole, so kept as text); the newest sample and the longest step seen; up to where, and by the calendar of
-- which zone, its energy is summed in energy_day; and the version that lets a writer notice another one.
create table telemetry_state (
  location_id integer not null,
  controller_id integer not null,
  version bigint not null,
  newest timestamptz not null,
  longest_step_seconds integer not null,
  closed_until timestamptz,
  closed_zone text,
  values json not null,
  energy json not null,
  primary key (location_id, controller_id)
) with (fillfactor = 50);
