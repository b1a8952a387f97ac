import { openStore } from "#/platform/database/connect.ts";
import type { RunScript, Store } from "#/platform/database/connect.ts";
import { connectionAdvice, isDiskFull } from "#/platform/database/database-faults.ts";
import { couldChangeHistory } from "#/platform/database/grant-to-portal.ts";
import { readSchemaState } from "#/platform/database/migrate.ts";
import { connectWithoutLimits } from "#/platform/database/pool.ts";
import { databaseDefaults } from "#/platform/database-settings.ts";
import type { PostgresSettings } from "#/platform/database-settings.ts";
import type { Settings } from "#/platform/settings.ts";
import { compareClocks } from "./check-address.ts";
import { findingsOf, reasonOf } from "./finding.ts";
import type { Finding } from "./finding.ts";

const { ok, warning, fault, unchecked } = findingsOf("database");
const roles = findingsOf("roles");

/** PostgreSQL 15, as `server_version_num` writes it. */
const oldestVersion = 150_000;
const messageWithinMs = 3000;

/**
 * Opens the database, checks it, and then runs `work`, which needs the tables of this version. Without them `work` does not run.
 * Returns one finding alone for a database that does not open, or that fails during the checks.
 */
export async function checkDatabase(settings: Settings["database"], work: (store: Store) => Promise<Finding[]>): Promise<Finding[]> {
  let store: Store;
  try {
    store = await openStore(settings, () => undefined);
  } catch (error) {
    return [fault(reasonOf(error), "Stop the program that uses it, or set DATA_DIR or DATABASE_URL.")];
  }
  try {
    const findings = await store.withScripts(checkServer);
    if (settings.kind === "embedded")
      findings.push(
        warning("The database is embedded, for trying out only.", "Move to PostgreSQL: npm run admin -- move --to postgres://..."),
      );
    else findings.push(...(await checkConnection(settings, store)));
    const schema = await store.withScripts(readSchemaState);
    const isFit = schema.missing.length === 0;
    findings.push(
      isFit
        ? migrated(schema.foreign)
        : fault(`${schema.missing.length} migrations are missing, from ${schema.missing[0]}.`, "Run: npm run admin -- migrate"),
    );
    if (!isFit) return [...findings, unchecked("Roles, keys and jobs: the tables are not at this version.")];
    if (settings.kind === "postgres")
      findings.push(...(await store.withScripts((run) => checkRoles(run, settings.ownerUrl !== undefined))));
    return [...findings, ...(await work(store))];
  } catch (error) {
    const fix = isDiskFull(error) ? "Free space on the disk of PostgreSQL." : "Correct DATABASE_URL, or start the database.";
    return [fault(connectionAdvice(error) ?? reasonOf(error), fix)];
  } finally {
    await store.close();
  }
}

function migrated(foreign: readonly string[]): Finding {
  return foreign.length === 0
    ? ok("All migrations are applied.")
    : warning(`A newer program has migrated it (${foreign.join(", ")}).`, "Update this program too, or finish the rollback.");
}

async function checkServer(run: RunScript): Promise<Finding[]> {
  const begun = Date.now();
  const [row = {}] = await run(`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
      current_setting('server_encoding') as encoding, pg_is_in_recovery() as is_standby, datctype as letters, datcollate as collation,
      extract(epoch from clock_timestamp())::float8 * 1000 as now
    from pg_database where datname = current_database()`);
  // The server read its clock about halfway through the round trip.
  const midway = (begun + Date.now()) / 2;
  const findings = [
    Number(row["number"]) >= oldestVersion
      ? ok(`PostgreSQL ${String(row["version"])}.`)
      : fault(`PostgreSQL ${String(row["version"])} is too old.`, "Upgrade to PostgreSQL 15 or newer."),
    row["encoding"] === "UTF8"
      ? ok(`Encoding UTF8, collation ${String(row["collation"])}, letters ${String(row["letters"])}.`)
      : fault(
          `The encoding is ${String(row["encoding"])}, so most names cannot be stored.`,
          "Create the database again with encoding 'UTF8', and restore its dump.",
        ),
    compareClocks("the database", Number(row["now"]) - midway),
  ];
  if (row["letters"] === "C" || row["letters"] === "POSIX") {
    findings.push(
      warning(
        "The character type C knows no letters beyond a to z, so searches for names like Åse fail.",
        "Create the database with locale 'C.UTF-8', and restore its dump.",
      ),
    );
  }
  if (row["is_standby"] === true) {
    findings.push(
      fault(
        "The database is a standby, which takes no changes.",
        "Name the primary in DATABASE_URL, or all servers with target_session_attrs=read-write.",
      ),
    );
  }
  return findings;
}

/** Checks that the portal's time limit and messages survive what stands between, such as a pooler. */
async function checkConnection(settings: PostgresSettings, store: Store): Promise<Finding[]> {
  const client = await connectWithoutLimits(settings.directUrl ?? settings.url);
  try {
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    // A pooler invents the number that it gives to clients.
    const hasPooler = rows[0]?.pid !== Reflect.get(client, "processID");
    const heard = new Promise<boolean>((resolve) => {
      client.once("notification", () => resolve(true));
      setTimeout(() => resolve(false), messageWithinMs).unref();
    });
    await client.query("listen storyport_doctor");
    await store.withScripts((run) => run("notify storyport_doctor"));
    const hears = await heard;
    const findings = [await checkLimit(store, settings.statementSeconds ?? databaseDefaults.statementSeconds)];
    if (settings.directUrl !== undefined) findings.push(ok("DATABASE_DIRECT_URL leads round the pooler."));
    findings.push(
      hears
        ? ok("Messages between portals arrive.")
        : fault(
            "Messages between portals do not arrive, so boards of lessons stand still.",
            hasPooler
              ? "Set DATABASE_POOLER, and PostgreSQL itself as DATABASE_DIRECT_URL."
              : "Look for what stands between the portal and PostgreSQL.",
          ),
    );
    return findings;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Without a pooler the portal asks for its limit at each connection, and what stands between may drop it. Behind a pooler the role has it. */
async function checkLimit({ database }: Store, seconds: number): Promise<Finding> {
  const { setting } = await database
    .selectNoFrom(({ fn, val }) => fn<string>("current_setting", [val("statement_timeout")]).as("setting"))
    .executeTakeFirstOrThrow();
  // As PostgreSQL writes it: 60 s become 1min.
  const wanted = seconds % 60 === 0 ? `${seconds / 60}min` : `${seconds}s`;
  return setting === wanted
    ? ok(`Statements end after ${wanted}.`)
    : warning(
        `Statements end after ${setting === "0" ? "no time at all" : setting} in place of ${wanted}: something in between drops the portal's setting.`,
        `As a superuser: alter role <the portal's role> set statement_timeout = '${wanted}'`,
      );
}

/** The portal only reads the migrations, and only adds to the history. It needs all rights on the other tables. */
async function checkRoles(run: RunScript, hasOwner: boolean): Promise<Finding[]> {
  const [row = {}] = await run(`
    select rolname as name, rolsuper as is_superuser,
      array_to_string(array(
        select t.relname from pg_class t
        cross join unnest(case
          when t.relname = 'migrations' then array['select']
          when t.relname in ('audit_events', 'history_months', 'history_blocks') then array['select', 'insert']
          else array['select', 'insert', 'update', 'delete']
        end) needed (privilege)
        where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
        group by t.oid, t.relname having not bool_and(has_table_privilege(t.oid, needed.privilege))
        order by 1), ', ') as closed
    from pg_roles where rolname = current_user`);
  const name = String(row["name"]);
  if (row["closed"] !== "") {
    return [
      roles.fault(
        `The role ${name} may not read or write ${String(row["closed"])}.`,
        "Run npm run admin -- migrate with DATABASE_OWNER_URL, which grants it.",
      ),
    ];
  }
  if (row["is_superuser"] === true) {
    return [
      roles.warning(`The portal's role ${name} is a superuser.`, "Give the portal a role of its own (docs/operating.md, Two roles)."),
    ];
  }
  if (await couldChangeHistory(run)) {
    return [
      roles.warning(
        `The portal's role ${name} could change the history, because it owns the tables.`,
        "Use two roles (docs/operating.md, Two roles).",
      ),
    ];
  }
  if (hasOwner) {
    return [
      roles.ok(`The portal's role ${name} can only add to the history.`),
      roles.warning(
        "The portal also knows the owner's password (DATABASE_OWNER_URL).",
        "Set DATABASE_OWNER_URL only for npm run admin -- migrate.",
      ),
    ];
  }
  return [roles.ok(`The portal's role ${name} can only add to the history.`)];
}
