-- The slots of an external broker may be replaced by another number of them: those of the next set are ready when the
-- broker keeps messages for all of them. Slots that exist already were read by a version with eight filters a
-- controller, which the next session takes away.
alter table link_slot add column is_ready boolean not null default false;
alter table link_slot add column has_former_filters boolean not null default false;
update link_slot set has_former_filters = true;
