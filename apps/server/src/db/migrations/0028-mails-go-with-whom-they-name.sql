-- Whom and what place a mail names: it goes with them, whoever it was sent to. No foreign keys, so that a mail waits for
-- nobody who changes either.
alter table mail add column named_user_id integer, add column named_location_id integer;

update mail m set named_user_id = u.id from app_user u where u.email = m.recipient;
update mail m set named_user_id = t.user_id from link_token t
where m.kind = 'change_email' and t.action = 'change_email' and t.email = m.recipient;
update mail m set (named_user_id, named_location_id) = (
  select i.invited_by, i.location_id from invitation i
  where i.email = m.recipient and i.created_at <= m.created_at order by i.id desc limit 1)
where m.kind = 'invitation';

-- What people called a controller that they have removed.
update controller set alias = null where revoked_at is not null and alias is not null;
