-- An address that was invited is looked up when the log is read, like every name: it goes with the account that has it.
-- And what somebody was called before and after a change of their name goes with them; nothing else can be changed.
drop trigger audit_log_append_only on audit_log;

update audit_log a set
  before = case when a.before is not null then (a.before - 'email') || jsonb_build_object('invitationId',
    (select max(i.id) from invitation i where i.location_id = a.location_id and i.email = a.before ->> 'email')) end,
  after = case when a.after is not null then (a.after - 'email') || jsonb_build_object('invitationId',
    (select max(i.id) from invitation i where i.location_id = a.location_id and i.email = a.after ->> 'email')) end
where action in ('invitation_created', 'invitation_resent', 'invitation_revoked');

update audit_log a set before = null, after = null
where action = 'personal_information_changed' and not exists (select from app_user where id = a.user_id);

create function refuse_audit_update() returns trigger language plpgsql as $$
begin
  if old.action = 'personal_information_changed' and new.before is null and new.after is null
    and not exists (select from app_user where id = old.user_id)
    and (to_jsonb(new) - 'before' - 'after') = (to_jsonb(old) - 'before' - 'after')
  then
    return new;
  end if;
  raise exception 'the audit log is append-only';
end $$;
create trigger audit_log_update before update on audit_log for each row execute function refuse_audit_update();
create trigger audit_log_append_only before delete or truncate on audit_log
  for each statement execute function refuse_audit_change();
