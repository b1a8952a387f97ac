-- Two more scenes of a conformance run: rights that fill many pages, and a person who logs out in the game.
alter table conformance_logins drop constraint conformance_logins_scene_check;
alter table conformance_logins add constraint conformance_logins_scene_check check (scene in (
  'PLAIN', 'WRONG_STATE', 'OTHER_BROWSER', 'WRONG_ISSUER', 'REPLAYED', 'DENIED', 'FORGED', 'EXPIRED', 'SKEWED', 'ROTATED', 'BELL', 'BUSY', 'AWAY',
  'OVERSIZED', 'LOGOUT'
));
alter table conformance_runs drop constraint conformance_runs_scene_check;
alter table conformance_runs add constraint conformance_runs_scene_check check (scene in (
  'PLAIN', 'WRONG_STATE', 'WRONG_ISSUER', 'DENIED', 'FORGED', 'EXPIRED', 'SKEWED', 'ROTATED', 'BELL', 'BUSY', 'AWAY', 'OVERSIZED', 'LOGOUT'
));
