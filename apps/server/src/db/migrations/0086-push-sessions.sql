-- A browser is told of alarms no longer once its session is ended, also from elsewhere. Null: its session has merely expired, or is
-- from before.
alter table push_device add column session_id integer references session on delete cascade;
create index push_device_session on push_device (session_id) where session_id is not null;
