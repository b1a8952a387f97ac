/** Names as a search meets them: a hundred thousand addresses, a million children, frequent parts and rare ones. */
import * as z from "zod/mini";
import { runSql } from "./database.ts";

const index = z.object({ indexname: z.string(), indexdef: z.string() });

const chunk = 100_000;
const given =
  "array['nora','emil','aksel','sofie','jakob','bjørn','åse','łukasz','camille','zoë','maria','joão','lotte','sem','ingrid','kari']";
const family = "array['nordmann','hansen','durand','de vries','silva','berg','dahl','lie','moreau','jansen','souza','haugen']";
const pick = (list: string, salt: string): string => `(${list})[1 + abs(hashtext('${salt}' || i)) % array_length(${list}, 1)]`;
const words = `${pick(given, "given")} || '%' || ${pick(family, "family")} || '%' || i`;
const spelled = (between: string): string => words.replaceAll("'%'", `'${between}'`);

export async function fillSearch(url: string, { accounts, players }: { accounts: number; players: number }): Promise<void> {
  const trusting = "set session_replication_role = replica;";
  await runSql(url, `insert into organizations (id, key, description) values ('${organization}', 'bench-search', 'A school')`);
  // Made once over all rows, which is many times faster than row by row.
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
  for (const { indexdef } of indexes) await runSql(url, indexdef);
  await runSql(url, "vacuum analyze");
}

const organization = "00000000-0000-4000-8000-00000000beac";
