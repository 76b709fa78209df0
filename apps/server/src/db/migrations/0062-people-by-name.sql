-- Lists and searches of people read an index alone: its order is that of the lists, and it has all that is looked through.
-- Cut to what an index row has room for; forms take shorter names.
alter table app_user add column name_key text not null
  generated always as (left(lower(first_name || ' ' || last_name), 500)) stored;
drop index app_user_by_name;
create index app_user_by_name on app_user (name_key, email, id) include (company_id);
create index user_role_role on user_role (role, user_id);
-- Entries of a time by their ids, and those of a kind within a company.
drop index audit_log_at;
create index audit_log_at on audit_log (at, id);
create index audit_log_company_action on audit_log (company_id, action, id desc);
