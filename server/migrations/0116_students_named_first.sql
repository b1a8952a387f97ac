-- A list may be the first that names a known student. Its undo removes the note then, so the run says whether a note stood before.
alter table roster_former_marks add column was_noted boolean not null default true;
