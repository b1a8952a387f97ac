/** SECRET_KEY changes while portals run: nobody notices, and the previous key can be removed (docs/operating.md, Keys). */
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { logInWithPassword } from "@storyport/contract/login";
import { reprintBadges } from "@storyport/contract/qr-login";
import { verifySecondFactor } from "@storyport/contract/second-factor";
import { buildApp } from "#/app.ts";
import { openVault } from "#/platform/keys/key-canary.ts";
import { resealColumn, sealedColumns } from "#/platform/keys/reseal.ts";
import { createSigningKeys } from "#/platform/keys/signing-keys.ts";
import { createVault, keyId, keyThatOpens } from "#/platform/secrets.ts";
import type { SecretKeys } from "#/platform/secrets.ts";
import { StartRefusal } from "#/platform/settings.ts";
import { setUpFactor } from "#test/authenticator.ts";
import { createBrowser } from "#test/browser.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aPassword, aSession, aTeacher } from "#test/builders.ts";
import { readTokens, refresh, tokensFor } from "#test/oauth-client.ts";
import { aClassWithBadges, scan } from "#test/school-class.ts";
import { reseal } from "./reseal.ts";

const unheard = (): void => undefined;

describe("under portals that run", () => {
  const [old, next] = [randomBytes(32), randomBytes(32)];
  let first: TestPortal;
  const others: TestPortal[] = [];
  beforeAll(async () => {
    first = await buildTestPortal({ SECRET_KEY: old.toString("base64") });
  });
  afterAll(async () => {
    for (const { app } of others) await app.close();
    await first.close();
  });

  /** One more portal on the same database, started with these keys. */
  async function aPortalWith(keys: SecretKeys): Promise<TestPortal> {
    const { database } = first.context;
    const vault = await openVault(database, keys);
    const context = { ...first.context, vault, keys: createSigningKeys(database, vault) };
    await context.keys.rotate();
    const app = await buildApp(context);
    const portal = { ...first, context, app, browser: () => createBrowser(app) };
    others.push(portal);
    return portal;
  }

  /** Every way in which a portal opens, seals or digests. Returns the statuses. */
  async function everythingAt(portal: TestPortal, people: Awaited<ReturnType<typeof aSchool>>) {
    const { teacher, game, factor, school } = people;
    const browser = portal.browser();
    const login = await browser.call(logInWithPassword, { body: { email: teacher.email, password: aPassword, deviceName: "a test" } });
    await portal.clock.travel(60);
    const proof = await browser.call(verifySecondFactor, { body: { code: await factor.code() } });
    const spare = portal.browser();
    await spare.call(logInWithPassword, { body: { email: teacher.email, password: aPassword, deviceName: "a test" } });
    const backup = await spare.call(verifySecondFactor, { body: { code: factor.backupCodes.pop() } });
    const badge = await scan(portal.browser(), school.nora);
    const desk = await aSession(portal, school.teacher, { loginType: "PASSWORD", organizationId: school.organization.id });
    const reprint = await desk.call(reprintBadges, { params: { playerGroupId: school.group.id }, body: {} });
    expect(reprint.text).toContain(school.nora);
    const fresh = await tokensFor(portal, browser, { game });
    const refreshed = await refresh(portal, people.tokens);
    people.tokens = { ...people.tokens, ...readTokens(refreshed, people.tokens.clientId) };
    expect(fresh.claims.sub).toBe(teacher.id);
    return [login, proof, backup, badge, reprint, refreshed].map(({ status }) => status);
  }

  async function aSchool() {
    const { account: teacher, organization, game } = await aTeacher(first);
    const browser = await aSession(first, teacher, { loginType: "PASSWORD", organizationId: organization.id });
    const factor = await setUpFactor(first, browser);
    return { teacher, game, factor, tokens: await tokensFor(first, browser, { game }), school: await aClassWithBadges(first) };
  }

  test("each step leaves every login, token and badge working, and at the end the old key opens nothing", async () => {
    const people = await aSchool();
    const fine = [200, 200, 200, 200, 200, 200];
    const second = await aPortalWith([old, next]);
    expect(await everythingAt(second, people)).toEqual(fine);
    const third = await aPortalWith([next, old]);
    expect(await everythingAt(third, people)).toEqual(fine);
    expect(await everythingAt(second, people)).toEqual(fine);

    const said: string[] = [];
    const { database } = first.context;
    await reseal(database, [next, old], (sentence) => said.push(sentence));
    expect(said.at(-1)).toBe(`Everything is sealed with the key ${keyId(next)}. Remove the previous keys from SECRET_KEY of every portal.`);
    expect(said.join("\n")).toMatch(/^badges: [1-9]\d* sealed again, 0 had the key already$/m);
    expect(await everythingAt(second, people)).toEqual(fine);
    expect(await everythingAt(third, people)).toEqual(fine);

    await reseal(database, [next, old], unheard);
    expect(await everythingAt(await aPortalWith([next]), people)).toEqual(fine);
    await expect(aPortalWith([old])).rejects.toThrow(StartRefusal);
    for (const { table, column } of sealedColumns) {
      const { rows } = await sql<{ sealed: Buffer }>`select ${sql.ref(column)} as sealed from ${sql.table(table)}`.execute(database);
      // The families of older releases have their successor key unsealed, in 32 bytes.
      expect(
        rows.filter(({ sealed }) => sealed.length !== 32 && keyThatOpens([next], sealed) === undefined),
        table,
      ).toEqual([]);
    }
  }, 180_000);
});

describe("a run", () => {
  const [old, next] = [randomBytes(32), randomBytes(32)];
  const sealer = createVault([old], old);
  let portal: TestPortal;
  beforeEach(async () => {
    portal = await buildTestPortal({ SECRET_KEY: old.toString("base64") });
  });
  afterEach(() => portal.close());

  const column = { table: "signing_keys", id: "kid", idType: "text", column: "sealed_private_jwk" } as const;
  const longAgo = new Date("2020-01-01");

  /** Adds rows beside the portal's own key, all in the table with the simplest ids. */
  async function plant(kids: readonly string[], sealed: (kid: string) => Buffer = (kid) => sealer.seal(kid)): Promise<void> {
    const row = { public_jwk: "{}", signs_from: longAgo, signs_until: longAgo, published_until: longAgo };
    const { database } = portal.context;
    await database
      .insertInto("signing_keys")
      .values(kids.map((kid) => ({ ...row, kid, sealed_private_jwk: sealed(kid) })))
      .execute();
  }

  const openedBy = async (key: Buffer): Promise<string[]> => {
    const rows = await portal.context.database.selectFrom("signing_keys").select(["kid", "sealed_private_jwk"]).orderBy("kid").execute();
    return rows.filter((row) => keyThatOpens([key], row.sealed_private_jwk) !== undefined).map(({ kid }) => kid);
  };

  test("that is stopped goes on where it ended: rows with the new key are not written again", async () => {
    await plant(["a", "b", "c", "d", "e"]);
    const stopAtSecond = (): void => {
      if (++batches === 2) throw new Error("stopped");
    };
    let batches = 0;
    const { database } = portal.context;
    const run = { column, keys: [next, old] } as const;
    await expect(resealColumn(database, run, { batch: 2, onBatch: stopAtSecond })).rejects.toThrow("stopped");
    expect((await openedBy(next)).length).toBe(4);
    expect(await resealColumn(database, run, { batch: 2, onBatch: unheard })).toEqual({
      table: "signing_keys",
      resealed: 2,
      current: 4,
      lost: 0,
    });
    expect((await openedBy(next)).length).toBe(6);
  });

  test("leaves a row that a portal changed after it was read, and takes it in the next pass", async () => {
    await plant(["a", "b"]);
    const { database } = portal.context;
    const changed = sealer.seal("changed meanwhile");
    const meanwhile = async (): Promise<void> => {
      await database.updateTable("signing_keys").set({ sealed_private_jwk: changed }).where("kid", "=", "b").execute();
    };
    const slowed = database.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (result.rows.some((row) => "sealed" in row)) await meanwhile();
        return result;
      },
    });
    expect(await resealColumn(slowed, { column, keys: [next, old] }, { batch: 10, onBatch: unheard })).toMatchObject({ resealed: 2 });
    const row = await database.selectFrom("signing_keys").select("sealed_private_jwk").where("kid", "=", "b").executeTakeFirstOrThrow();
    expect(sealer.open(row.sealed_private_jwk)).toBe("changed meanwhile");
    await reseal(database, [next, old], unheard);
    expect(await openedBy(old)).toEqual([]);
  });

  test("under a portal that still seals with the old key is refused, and the canary stays", async () => {
    const { database } = portal.context;
    const said: string[] = [];
    const behind = database.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        // Whenever a table has no more rows to read, the old portal seals once more.
        if (result.rows.length === 0) await plant([randomBytes(4).toString("hex")]);
        return result;
      },
    });
    const refusal = await reseal(behind, [next, old], (sentence) => said.push(sentence)).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StartRefusal);
    expect(String(refusal)).toContain("A portal still seals with a previous key.");
    expect(said.filter((sentence) => sentence.startsWith("Looking again"))).toHaveLength(4);
    expect(await database.selectFrom("key_canary").select("key_id").execute()).toEqual([{ key_id: keyId(old) }]);
  });

  test("counts what no key opens, and leaves it", async () => {
    const lost = createVault([randomBytes(32)], old).seal("x");
    await plant(["a"], () => lost);
    const said: string[] = [];
    await reseal(portal.context.database, [next, old], (sentence) => said.push(sentence));
    expect(said).toContain("signing_keys: 1 sealed again, 0 had the key already, 1 that no key of SECRET_KEY opens (left as they are)");
    expect(said.at(-1)).toMatch(/^Everything but 1 that no key of SECRET_KEY opens is sealed with the key /);
    expect(await openedBy(next)).toHaveLength(1);
    const { database } = portal.context;
    expect(await database.selectFrom("signing_keys").select("sealed_private_jwk as left").where("kid", "=", "a").execute()).toEqual([
      { left: lost },
    ]);
  });

  test("ten runs at once seal each row once, and write one event", async () => {
    await plant(Array.from({ length: 200 }, (_, index) => `key-${index}`));
    const { database } = portal.context;
    const sealed: number[] = [];
    const note = (sentence: string): void => void sealed.push(Number(/^signing_keys: (\d+) sealed/.exec(sentence)?.[1] ?? 0));
    await Promise.all(Array.from({ length: 10 }, () => reseal(database, [next, old], note)));
    expect(sealed.reduce((sum, count) => sum + count, 0)).toBe(201);
    expect(await openedBy(next)).toHaveLength(201);
    const events = await database.selectFrom("audit_events").select("details").where("event", "=", "secret_key_changed").execute();
    expect(events).toEqual([{ details: { keyId: keyId(next) } }]);
  });

  test("knows every sealed column of the database", async () => {
    const { rows } = await sql<{ place: string }>`
      select table_name || '.' || column_name as place from information_schema.columns
      where table_schema = 'public' and data_type = 'bytea' and column_name ~ 'sealed|successor_key'`.execute(portal.context.database);
    const known = [...sealedColumns.map(({ table, column: name }) => `${table}.${name}`), "key_canary.sealed_digest_key"];
    expect(rows.map(({ place }) => place).toSorted()).toEqual(known.toSorted());
  });
});
