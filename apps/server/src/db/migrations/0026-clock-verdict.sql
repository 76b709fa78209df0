-- Whether the offset of the clock is beyond what is called right, in two windows that agree.
alter table controller add column clock_wrong boolean not null default false;

-- Meters of gas, heat or water that a P1 telegram named, whose readings are not kept yet: [{"kind":"gas","id":"G001"}].
alter table controller add column mbus_meters jsonb not null default '[]';

-- The range a value lies beyond, as numbers, so that each reader gets the reason in their own language.
alter table implausible_value add column lowest double precision, add column highest double precision;
update implausible_value set
  lowest = substring(reason from 'beyond (\S+) to')::float8,
  highest = substring(reason from ' to (\S+)$')::float8;
alter table implausible_value alter column lowest set not null, alter column highest set not null, drop column reason;
