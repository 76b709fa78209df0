-- Why the month so far of a location is unknown, as bills say it.
alter table location_cost add column missing jsonb not null default '[]';
