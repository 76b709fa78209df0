-- One row that every process writes now and then: whether this database can be written at all.
create table write_probe (
  id smallint primary key check (id = 1),
  at timestamptz not null
);
