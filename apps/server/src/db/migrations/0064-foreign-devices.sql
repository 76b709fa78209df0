-- How a controller reaches us: 'ems' for our own link, else the name of an adapter. What its owner chose for values whose
-- meaning an adapter cannot know, and the names that it has used so far.
alter table controller
  add column protocol text not null default 'ems',
  add column mapping jsonb not null default '[]',
  add column roles jsonb not null default '{}',
  add column sources jsonb not null default '[]';
