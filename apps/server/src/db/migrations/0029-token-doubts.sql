-- Why the portal did not take a token, in the portal's words. A token it does not know may also be answered with an
-- error (500), as any token is while the portal is out of order: that is a doubt, and no refusal.
alter table external_credential add column reason text;
alter table external_credential drop constraint external_credential_state_check;
alter table external_credential add constraint external_credential_state_check
  check (state in ('unchecked', 'accepted', 'rejected', 'doubtful', 'unreachable'));
