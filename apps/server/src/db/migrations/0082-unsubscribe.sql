-- Where whoever got this mail ends mails of its kind without signing in; for the headers of the mail, until it is sent.
alter table mail add column unsubscribe_url text;
