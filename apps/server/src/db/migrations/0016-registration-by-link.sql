-- What was typed into the form of a registration, and on whose page, for the link that opens the account: of several
-- registrations of one address each link brings its own.
alter table link_token add column registration jsonb;
-- A password is chosen after the click on the link. One that was typed before it may be a stranger's.
update app_user set password_hash = null where email_verified_at is null;
