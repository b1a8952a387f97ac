-- A game that leaves an organization and comes back must find its codes, tokens and seats of before ended, as after a retirement (0040).
-- Rows that are already there have ended nothing. The previous release sets the time too, by the default.
alter table organization_games add column since timestamptz not null default '-infinity';
alter table organization_games alter column since set default now();
