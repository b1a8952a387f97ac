-- The people who build a game read why its newest logins were refused, and not the logins of all games (audit/queries.ts).
create index audit_events__refused_game_idx on audit_events ((details ->> 'gameId'), id)
  where event in ('game_login_refused', 'game_code_refused', 'game_code_replayed');
