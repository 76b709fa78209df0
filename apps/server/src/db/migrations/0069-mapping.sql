-- Each save of what the values of a controller mean is the next version, so that the second of two editors is told.
alter table controller add column mapping_version integer not null default 1;

-- How a device was connected the wrong way round, and what puts it right from the next reading on: powers with the other
-- sign, and phases in another order ('213' for the first two swapped).
alter table device
  add column is_reversed boolean not null default false,
  add column phase_order text not null default '123'
    check (phase_order in ('123', '132', '213', '231', '312', '321'));
