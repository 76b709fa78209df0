-- How readings come in through a process, for the page "Operation"; null of processes of an earlier version.
alter table server_process add column link jsonb;
