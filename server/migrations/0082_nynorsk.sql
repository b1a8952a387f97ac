-- Nynorsk is the sixth language. Norwegian schools must use both written forms of Norwegian.
alter table accounts drop constraint accounts_default_locale_check;
alter table accounts add constraint accounts_default_locale_check check (default_locale in ('en', 'nb', 'nn', 'fr', 'nl', 'pt-BR'));
