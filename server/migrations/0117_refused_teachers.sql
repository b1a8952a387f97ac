-- Since when Feide refuses the groups of a teacher. Two refused teachers mean that Feide refuses everybody; data that cannot be read do not.
alter table organization_members add column groups_refused_since timestamptz;
