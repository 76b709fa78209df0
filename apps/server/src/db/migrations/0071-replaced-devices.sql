-- Which device a device took over from, and when a person said so.
alter table device add column replaces_device_id integer references device on delete set null,
  add column replaces_since timestamptz;
create unique index device_replaces on device (replaces_device_id) where replaces_device_id is not null;
