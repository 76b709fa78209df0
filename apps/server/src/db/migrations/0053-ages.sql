-- What upkeep deletes by its age is found by an index, so that a large table costs no more than its old rows.
create index job_finished on job (finished_at) where finished_at is not null;
create index alarm_cleared on alarm (cleared_at) where status = 'CLEARED';
create index command_expires on command (expires_at);
create index invitation_expires on invitation (expires_at);
create index link_refusal_last on link_refusal (last_at);
create index controller_revoked on controller (revoked_at) where revoked_at is not null;
