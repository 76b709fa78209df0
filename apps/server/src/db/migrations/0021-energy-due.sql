-- Energy that is still to be computed again from the samples, told in the transaction that stored them, so that no stop
-- of the server loses it. Without `is_spread`: readings of [hour, until) are new or changed, and what lies between their
-- neighbours is due; with it: the energy of exactly these hours is. `series` holds {"<series id>": 1, …}; `mark` lets
-- whoever computes notice that readings have changed again meanwhile.
create table energy_due (
  location_id integer not null,
  controller_id integer not null,
  is_spread boolean not null,
  hour timestamptz not null,
  until timestamptz not null,
  series jsonb not null,
  mark bigint not null,
  primary key (location_id, controller_id, is_spread, hour, until)
);

-- `late_count` grows with every mark in energy_due, `recomputed_count` with every computation that `version` does not tell.
alter table telemetry_state add column late_count bigint not null default 0,
  add column recomputed_count bigint not null default 0;

-- What an inventory has made due is told in the same way.
insert into energy_due (location_id, controller_id, is_spread, hour, until, series, mark)
  select location_id, controller_id, true, date_trunc('hour', min(rebuild_until) - interval '400 days'),
    date_trunc('hour', max(rebuild_until)) + interval '1 hour', jsonb_object_agg(id::text, 1), 0
  from series where rebuild_until is not null group by location_id, controller_id;
alter table series drop column rebuild_until;
