-- From when on a device has been read the other way round than before (ms), in order: readings keep the direction of their
-- own time, and no energy lies between registers before and after.
alter table device add column reversals bigint[] not null default '{}';
