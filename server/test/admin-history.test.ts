/** `npm run admin -- history`: the real script in its own process, as the portal's role and as the owner. */
import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openVault } from "#/platform/keys/key-canary.ts";
import { addHistoryMonths, closeMonths } from "#/features/audit/close-months.ts";
import { openStore } from "#/platform/database/connect.ts";
import type { Store } from "#/platform/database/connect.ts";
import { openMigratedStore } from "#/platform/database/open-migrated.ts";
import { pino } from "pino";
import { insertPastEvents, makePastMonths, monthAgo, tamper } from "./past-months.ts";
import { runAdmin, runAdminInBlocks } from "./run-admin.ts";
import { twoRoles } from "./two-roles.ts";

const unheard = (): void => undefined;
const log = pino({ level: "silent" });

describe("on a PostgreSQL with two roles", () => {
  const key = randomBytes(32);
  let roles: Awaited<ReturnType<typeof twoRoles>>;
  let owner: Store;
  let superuser: Store;
  let folder: string;
  let ids: string[];
  beforeAll(async () => {
    roles = await twoRoles();
    folder = await mkdtemp(join(tmpdir(), "storyport-history-"));
    await (await openMigratedStore({ kind: "postgres", ...roles }, unheard)).close();
    owner = await openStore({ kind: "postgres", url: roles.ownerUrl }, unheard);
    superuser = await openStore({ kind: "postgres", url: roles.admin }, unheard);
    await makePastMonths(owner.database, 40);
    await insertPastEvents(owner.database, { back: 39, count: 2 });
    await insertPastEvents(owner.database, { back: 5, count: 40 });
    ids = await insertPastEvents(owner.database, { back: 2, count: 3 });
    // As the portal does, whose role may neither make tables nor change a digest.
    const portal = await openStore({ kind: "postgres", url: roles.url }, unheard);
    await owner.withScripts((run) => run(`drop table audit_events_${monthAgo(-12).replace("-", "_")}`));
    await addHistoryMonths({ database: portal.database });
    await closeMonths({ database: portal.database, vault: await openVault(portal.database, [key]), log });
    await portal.close();
  }, 120_000);
  afterAll(async () => {
    await owner.close();
    await superuser.close();
    await rm(folder, { recursive: true, force: true });
  });

  const ours = () => ({ DATABASE_URL: roles.url, SECRET_KEY: key.toString("base64"), DATA_DIR: folder });
  const runHistory = (words: string[], env: Record<string, string> = {}) => runAdmin(["history", ...words], { ...ours(), ...env });

  const parts = async (): Promise<number> =>
    (await owner.withScripts((run) => run("select from pg_inherits where inhparent = 'audit_events'::regclass"))).length;

  test("a DATABASE_OWNER_URL that leads to another database is refused", async () => {
    const other = await twoRoles();
    const { code, output } = await runHistory(["drop", "--drop"], { DATABASE_OWNER_URL: other.ownerUrl });
    expect(code).toBe(1);
    expect(output).toContain("DATABASE_OWNER_URL leads to the database");
  });

  test("the portal's role made the missing month and the digests of all months that have ended", async () => {
    const [made] = await owner.withScripts((run) =>
      run(
        `select to_regclass('audit_events_${monthAgo(-12).replace("-", "_")}') is not null as month, count(*)::int as closed from history_months`,
      ),
    );
    expect(made).toEqual({ month: true, closed: 41 });
  });

  test("verify names the event that was changed, and ends with code 1", async () => {
    const fine = await runHistory(["verify"]);
    expect(fine).toMatchObject({ code: 0, output: expect.stringContaining("Every closed month is as it was closed.") });
    expect(fine.output).toMatch(new RegExp(`^${monthAgo(2)}: closed, 3 events, [\\da-f]{64}$`, "m"));
    await tamper(superuser.database, `update audit_events set network = 'elsewhere' where id = ${ids[1]}`);
    const changed = await runHistory(["verify"]);
    await tamper(superuser.database, `update audit_events set network = '192.0.2.0/24' where id = ${ids[1]}`);
    expect(changed).toMatchObject({ code: 1, output: expect.stringContaining(`  Event ${ids[1]} was changed.\n`) });
    expect((await runHistory(["verify"], { SECRET_KEY: randomBytes(32).toString("base64") })).output).toContain("SECRET_KEY does not fit");
  });

  test("export writes months as lines of JSON for its user alone, with a digest, and does not overwrite", async () => {
    const file = join(folder, "history.jsonl");
    const words = ["export", monthAgo(2), monthAgo(1), "--to", file];
    const { code, output } = await runHistory(words);
    expect({ code, output }).toMatchObject({ code: 0 });
    const text = await readFile(file, "utf8");
    const digest = createHash("sha256").update(text).digest("hex");
    expect(
      text
        .trimEnd()
        .split("\n")
        .map((line) => (JSON.parse(line) as { id: number }).id),
    ).toEqual(ids.map(Number));
    expect(output).toContain(`3 events are in ${file}. Its SHA-256 is ${digest}`);
    expect(await readFile(`${file}.sha256`, "utf8")).toBe(`${digest}  history.jsonl\n`);
    expect(output).toContain(`${monthAgo(2)}: closed, 3 events`);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await runHistory(words)).toMatchObject({ code: 1, output: expect.stringContaining("cannot be created") });
    const recorded = await owner.withScripts((run) => run("select details from audit_events where event = 'history_exported'"));
    expect(recorded).toEqual([{ details: { rows: 3, from: `${monthAgo(2)}-01`, to: `${monthAgo(0)}-01` } }]);
  });

  test("an export that finds no room is refused, and leaves no file that looks complete", async () => {
    const file = join(folder, "cut.jsonl");
    const words = ["export", monthAgo(5), "--to", file];
    const { code, output } = await runAdminInBlocks(2, ["history", ...words], ours());
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringMatching(/cut\.jsonl could not be written, and was removed: EFBIG.*\n$/),
    });
    expect((await readdir(folder)).filter((name) => name.startsWith("cut"))).toEqual([]);
    expect(await runHistory(words)).toMatchObject({ code: 0, output: expect.stringContaining(`40 events are in ${file}.`) });
  });

  test("an export whose digest cannot be written leaves no file, and can be repeated", async () => {
    const file = join(folder, "digest.jsonl");
    const words = ["export", monthAgo(5), "--to", file];
    await writeFile(`${file}.sha256`, "of an earlier file\n");
    expect(await runHistory(words)).toMatchObject({ code: 1, output: expect.stringContaining("digest.jsonl.sha256 cannot be created") });
    expect((await readdir(folder)).filter((name) => name.startsWith("digest"))).toEqual(["digest.jsonl.sha256"]);
    await rm(`${file}.sha256`);
    expect(await runHistory(words)).toMatchObject({ code: 0, output: expect.stringContaining(`40 events are in ${file}.`) });
  });

  test("drop without --drop changes nothing; with it the owner drops the months older than three years, and the rest still verifies", async () => {
    const before = await parts();
    const env = { DATABASE_OWNER_URL: roles.ownerUrl };
    const dry = await runHistory(["drop"], env);
    expect(dry).toMatchObject({ code: 0, output: expect.stringContaining(`${monthAgo(39)}: 2 events would be dropped\n`) });
    expect(await parts()).toBe(before);
    const refused = await runHistory(["drop", "--drop"]);
    expect(refused).toMatchObject({
      code: 1,
      output: expect.stringContaining("Only the owner of the tables may drop a part of the history."),
    });
    expect(await parts()).toBe(before);
    const dropped = await runHistory(["drop", "--drop"], env);
    expect(dropped).toMatchObject({ code: 0, output: expect.stringContaining(`${monthAgo(39)}: 2 events dropped\n`) });
    expect(before - (await parts())).toBe(5);
    const left = await runHistory(["verify"]);
    expect(left).toMatchObject({ code: 0, output: expect.stringContaining(`${monthAgo(39)}: dropped, 2 events`) });
    expect(left.output).toContain(`${monthAgo(36)}: closed, 0 events`);
    const recorded = await owner.withScripts((run) =>
      run("select details ->> 'month' as month from audit_events where event = 'history_dropped' order by id"),
    );
    expect(recorded.map((row) => row["month"])).toEqual([`before ${monthAgo(40)}`, ...[40, 39, 38, 37].map(monthAgo)]);
    expect((await runHistory(["drop", "--drop"], env)).output).toContain("Nothing is older than 3 years.");
  }, 180_000);

  test.each([
    [["drop", "--before", monthAgo(2), "--drop"], "The history is kept for 3 years, so everything since"],
    [["drop", "--years", "0", "--drop"], "The history is kept for a whole number of years, 1 to 1000."],
    [["drop", "--years", "300000"], "The history is kept for a whole number of years, 1 to 1000."],
    [["drop", "--before", "2020", "--drop"], 'Name a month as 2026-10, not "2020".'],
    [["export", "2026-13", "--to", "x"], 'Name a month as 2026-10, not "2026-13".'],
    [["export", "2026-03", "2026-02", "--to", "x"], "The first month is later than the last one."],
    [["export", "2026-03"], "Usage:"],
    [["forget"], "Usage:"],
  ])("%j is refused with a sentence", async (words, sentence) => {
    const before = await parts();
    const { code, output } = await runHistory(words, { DATABASE_OWNER_URL: roles.ownerUrl });
    expect(code).toBe(1);
    expect(output).toContain(sentence);
    expect(output).not.toMatch(/\n\s+at /);
    expect(await parts()).toBe(before);
  });
});
