-- A link that proves a new address of an account; its `email` is the new one.
alter table link_token drop constraint link_token_action_check;
alter table link_token add constraint link_token_action_check
  check (action in ('verify_email', 'reset_password', 'change_email'));
