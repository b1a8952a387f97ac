-- What an OpenID client may ask for, beside the subject. Schools are asked for exactly these words.
alter table games
  add column openid_words text[] not null default '{profile,email}' check (openid_words <@ '{profile,email}');
