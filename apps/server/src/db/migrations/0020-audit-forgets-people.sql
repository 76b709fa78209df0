-- What may be somebody's is kept beside the log and goes with whom or what it tells of: a person or a place that is
-- deleted is deleted here too, and the entry stays with its ids.
create table audit_fact (
  entry_id bigint primary key references audit_log on delete cascade,
  user_id integer references app_user on delete cascade,
  location_id integer references location on delete cascade,
  before jsonb,
  after jsonb
);
create index audit_fact_user on audit_fact (user_id) where user_id is not null;
create index audit_fact_location on audit_fact (location_id) where location_id is not null;

-- Where it came from: the address of whoever acted, or of a stranger who tried to be somebody.
create table audit_address (
  entry_id bigint primary key references audit_log on delete cascade,
  user_id integer references app_user on delete cascade,
  address text not null
);
create index audit_address_user on audit_address (user_id) where user_id is not null;

drop trigger audit_log_update on audit_log;
drop trigger audit_log_append_only on audit_log;
drop function refuse_audit_update();
drop function refuse_audit_change();

-- Entries of before are taken apart: what people and places that are gone would have had goes now.
create function impersonal_audit_fields() returns text[] language sql immutable as $$
  select array['id', 'companyId', 'companyIds', 'countryId', 'defaultLocationGroupId', 'deviceIds', 'invitationId',
    'ownerId', 'tokens', 'change', 'confirmed', 'control', 'deletionDueAt', 'edit', 'ended', 'isInMaintenance',
    'keepAccess', 'manageUsers', 'op', 'provider', 'role', 'step', 'view']
$$;

insert into audit_fact (entry_id, user_id, location_id, before, after)
select id, user_id, location_id, before, after from (
  select id, user_id, location_id,
    (select jsonb_object_agg(key, value) from jsonb_each(a.before) where not key = any(impersonal_audit_fields())) as before,
    (select jsonb_object_agg(key, value) from jsonb_each(a.after) where not key = any(impersonal_audit_fields())) as after
  from audit_log a
  where (user_id is null or exists (select from app_user where id = a.user_id))
    and (location_id is null or exists (select from location where id = a.location_id))
) personal
where before is not null or after is not null;

insert into audit_address (entry_id, user_id, address)
select id, coalesce(impersonator_id, actor_id, user_id), address from audit_log a
where address is not null and (coalesce(impersonator_id, actor_id, user_id) is null
  or exists (select from app_user where id = coalesce(a.impersonator_id, a.actor_id, a.user_id)));

update audit_log a set
  before = (select jsonb_object_agg(key, value) from jsonb_each(a.before) where key = any(impersonal_audit_fields())),
  after = (select jsonb_object_agg(key, value) from jsonb_each(a.after) where key = any(impersonal_audit_fields()))
where before is not null or after is not null;

drop function impersonal_audit_fields();
alter table audit_log drop column address;
create index audit_log_at on audit_log (at);
create index audit_log_impersonator on audit_log (impersonator_id, id desc) where impersonator_id is not null;

-- Entries are never changed, and deleted only by the function below.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('ohmstead.audit_retention', true) = 'on' then
    return null;
  end if;
  raise exception 'the audit log is append-only';
end $$;
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_audit_change();

-- What stands beside it is never changed either, and goes only with its entry, its person or its place.
create function refuse_audit_side_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and pg_trigger_depth() > 1 then
    return null;
  end if;
  raise exception 'the audit log is append-only';
end $$;
create trigger audit_fact_append_only before update or delete or truncate on audit_fact
  for each statement execute function refuse_audit_side_change();
create trigger audit_address_append_only before update or delete or truncate on audit_address
  for each statement execute function refuse_audit_side_change();

-- The one way out: entries older than `since`, the oldest first, and never any of the last 90 days. How many went.
create function drop_old_audit_entries(since timestamptz, most integer) returns integer language plpgsql as $$
declare
  dropped integer;
begin
  perform set_config('ohmstead.audit_retention', 'on', true);
  delete from audit_log where id in (
    select id from audit_log where at < least(since, now() - interval '90 days') order by at limit most);
  get diagnostics dropped = row_count;
  perform set_config('ohmstead.audit_retention', 'off', true);
  return dropped;
end $$;
