-- A membership that ends before its first day has a last day before it: it never takes part.
create or replace function end_sharing_membership() returns trigger language plpgsql as $$
begin
  update sharing_member set state = 'left', ended_at = coalesce(ended_at, now()), name = '',
    valid_to = least(coalesce(valid_to, 'infinity'), (now() at time zone 'Europe/Ljubljana')::date),
    location_id = null, abstract_device_id = null
  where case tg_table_name when 'location' then location_id = old.id else abstract_device_id = old.id end;
  return old;
end $$;

-- Whoever owns a home agreed to its membership, or nobody did: another owner has agreed to nothing. What it took part in
-- before stays with the home, like its readings.
create function end_sharing_of_owner() returns trigger language plpgsql as $$
begin
  update sharing_member set state = 'left', ended_at = now(), valid_to = (now() at time zone 'Europe/Ljubljana')::date
  where location_id = new.id and state = 'active';
  return new;
end $$;
create trigger owner_ends_sharing after update of owner_id on location
  for each row when (old.owner_id is distinct from new.owner_id) execute function end_sharing_of_owner();
