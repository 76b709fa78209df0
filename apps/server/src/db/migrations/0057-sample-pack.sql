-- Samples past a set age (RAW_PACK_AFTER_DAYS), thinned to one a minute and packed: one row per controller and quarter
-- of a UTC day. `bytes` is compressed and read by the server only; late readings of a packed time are rows of `sample`
-- beside it, and win, until they are packed as well.
create table sample_pack (
  location_id integer not null,
  controller_id integer not null,
  start_at timestamptz not null,
  samples integer not null,
  bytes bytea not null,
  primary key (location_id, controller_id, start_at)
) partition by range (start_at);
