-- What a month of a location may cost at most, and when it was last compared with the bill and its forecast.
create table location_budget (
  location_id integer primary key references location on delete cascade,
  amount text not null,
  currency text not null,
  version integer not null default 1,
  set_by integer references app_user on delete set null,
  set_at timestamptz not null,
  judged_at timestamptz
);
create index location_budget_due on location_budget (judged_at nulls first);

-- Alarms of a location that no controller sends: one of a type is open at most.
alter table alarm drop constraint alarm_type_check;
alter table alarm add constraint alarm_type_check check (type in ('ERROR_COMMUNICATION', 'CONTROLLER_ERROR_CONNECTION',
  'ERROR', 'OFF_GRID', 'BUDGET_EXCEEDED', 'BUDGET_LIKELY'));
create unique index alarm_open_of_location on alarm (location_id, type) where controller_id is null and status <> 'CLEARED';
