-- Which keys have sealed something that may still be here. A server without one of them would find second factors and
-- tokens that it cannot open, so it does not start. The id is made from the key and tells nothing of it.
create table sealing_key (
  id text primary key check (id ~ '^[0-9a-f]{16}$'),
  first_used_at timestamptz not null default now()
);
