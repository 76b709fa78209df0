-- An index for every question about a table that grows: what is cleaned up by age, what belongs to somebody or something
-- that goes, and lists in their order. A test reads the plans of all statements.
create index app_user_by_name on app_user ((lower(first_name || ' ' || last_name)), email, id);
create index location_bidding_zone on location (bidding_zone);
create index device_in_group on device (device_group_id) where device_group_id is not null;
create index device_controller on device (controller_id);
create index controller_silent on controller (last_seen_at) where online;
create index controller_wrong_clock on controller (clock_checked_at) where clock_wrong;
create index controller_revoked on controller (revoked_at) where revoked_at is not null;
create index alarm_controller on alarm (controller_id);
create index command_expired on command (expires_at);
create index command_by_sender on command (created_by, created_at) where created_by is not null;
create index job_finished on job (finished_at) where finished_at is not null;
create index mail_created on mail (created_at);
create index mail_secret on mail (secret_until) where secret_until is not null;
create index mail_about_location on mail (named_location_id) where named_location_id is not null;
create index invitation_expired on invitation (expires_at);
create index link_refusal_last on link_refusal (last_at);
create index session_expired on session (expires_at);
create index door_step_expired on door_step (expires_at);
create index external_credential_unsure on external_credential ((coalesce(checked_at, created_at)))
  where state in ('unchecked', 'doubtful', 'unreachable');
create index audit_log_action on audit_log (action, id desc);
