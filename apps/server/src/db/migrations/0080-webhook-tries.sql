alter table webhook
  add column tried_at timestamptz,
  -- Since when each try has failed, and how many; null while the receiver answers.
  add column failing_since timestamptz,
  add column failures integer not null default 0,
  add column last_failure text;
create index alarm_notice_webhook_waiting on alarm_notice (webhook_id, id) where state = 'waiting' and webhook_id is not null;
