-- Values that cannot be true, kept aside for whoever mends their sender: never drawn, summed up or billed. The newest
-- thousand of each controller.
create table implausible_value (
  controller_id integer not null references controller on delete cascade,
  device_key text not null,
  metric text not null,
  ts timestamptz not null,
  value double precision not null,
  reason text not null,
  stored_at timestamptz not null,
  primary key (controller_id, device_key, metric, ts)
);
create index implausible_value_by_age on implausible_value (controller_id, stored_at);

-- How far the clock that stamps a controller's readings is from ours (positive: ahead), and when that was last seen.
alter table controller add column clock_offset_ms bigint, add column clock_checked_at timestamptz;
