#!/bin/bash
# Creates the two roles and the database at the first start of PostgreSQL (docs/operating.md, "Two roles").
set -euo pipefail

psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --username=postgres \
  --set=owner_password="$(</run/secrets/database_owner_password)" \
  --set=password="$(</run/secrets/database_password)" <<'SQL'
create role storyport_owner login password :'owner_password';
create role storyport login password :'password';
create database storyport owner storyport_owner template template0 encoding 'UTF8' locale 'C.UTF-8';
SQL
