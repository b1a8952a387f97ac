/** Fills a store for searches: addresses of accounts and names of children, with frequent and rare parts, and organizations with groups. */
import * as z from "zod/mini";
import { runSql } from "./database.ts";

const index = z.object({ indexname: z.string(), indexdef: z.string() });

const chunk = 100_000;
/** The organization of all players. */
const organization = "00000000-0000-4000-8000-00000000beac";
const given =
  "array['nora','emil','aksel','sofie','jakob','bjørn','åse','łukasz','camille','zoë','maria','joão','lotte','sem','ingrid','kari']";
const family = "array['nordmann','hansen','durand','de vries','silva','berg','dahl','lie','moreau','jansen','souza','haugen']";
const pick = (list: string, salt: string): string => `(${list})[1 + abs(hashtext('${salt}' || i)) % array_length(${list}, 1)]`;
const words = `${pick(given, "given")} || '%' || ${pick(family, "family")} || '%' || i`;
const spelled = (between: string): string => words.replaceAll("'%'", `'${between}'`);

export interface Sizes {
  accounts: number;
  players: number;
  organizations: number;
  userGroups: number;
}

export async function fillSearch(url: string, { accounts, players, organizations, userGroups }: Sizes): Promise<void> {
  const trusting = "set session_replication_role = replica;";
  await runSql(url, `insert into organizations (id, key, description) values ('${organization}', 'bench-search', 'A school')`);
  // Build indexes once over all rows, which is many times faster than row by row.
  const indexes = z.array(index).parse(await runSql(url, "select indexname, indexdef from pg_indexes where indexdef like '%USING gin%'"));
  for (const { indexname } of indexes) await runSql(url, `drop index ${indexname}`);
  for (let from = 1; from <= accounts; from += chunk) {
    const series = `generate_series(${from}, ${Math.min(accounts, from + chunk - 1)}) as i`;
    const email = `translate(replace(${spelled(".")}, ' ', '-'), 'øåłëã', 'oalea') || '@school' || i % 900 || '.bench.example'`;
    await runSql(url, `${trusting} insert into accounts (email, status, activated_at) select ${email}, 'ACTIVE', now() from ${series}`);
  }
  for (let from = 1; from <= players; from += chunk) {
    const series = `generate_series(${from}, ${Math.min(players, from + chunk - 1)}) as i`;
    const name = `initcap(${spelled(" ")})`;
    await runSql(url, `${trusting} insert into players (organization_id, name) select '${organization}', ${name} from ${series}`);
  }
  await fillOrganizations(url, { organizations, userGroups });
  for (const { indexdef } of indexes) await runSql(url, indexdef);
  await runSql(url, "vacuum analyze");
}

/** Spreads the user groups evenly over the organizations. The owner of each is an account with an address. */
async function fillOrganizations(url: string, { organizations, userGroups }: Pick<Sizes, "organizations" | "userGroups">): Promise<void> {
  const place = "'Skole-' || (array['Fjord','Berg','Elv','Hav','Skog'])[1 + i % 5] || '-' || i";
  await runSql(url, `insert into organizations (key, description) select ${place}, 'A school' from generate_series(1, ${organizations}) i`);
  const kind = "(array['Teachers','Assistants','Readers','Librarians'])[1 + i % 4]";
  await runSql(
    url,
    `with places as (select id, row_number() over (order by key) as place from organizations where key like 'Skole-%')
      insert into user_groups (organization_id, name)
      select p.id, ${kind} || ' ' || i from generate_series(1, ${userGroups}) i join places p on p.place = 1 + i % ${organizations}`,
  );
  await runSql(
    url,
    `with people as (select id, row_number() over (order by email) as place from accounts where email like '%@school%.bench.example'),
      groups as (select id, row_number() over (order by id) as place from user_groups)
      insert into user_group_members (user_group_id, account_id, rights_level)
      select g.id, p.id, 'OWNER' from groups g join people p on p.place = g.place`,
  );
}
