-- Since when the groups of a teacher at Feide cannot be read. The school sees the name, and its lists mark no student as missing meanwhile.
alter table organization_members add column groups_unread_since timestamptz;
