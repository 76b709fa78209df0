-- Wrong codes of an authenticator app in a row, until a right one or a password set by mail: counted over days, by the
-- browsers known to be the owner's and by all others.
create table wrong_code (
  user_id integer not null references app_user on delete cascade,
  from_known boolean not null,
  in_row integer not null,
  blocked_until timestamptz,
  -- When the owner was last told by mail.
  told_at timestamptz,
  primary key (user_id, from_known)
);
