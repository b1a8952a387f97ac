/** `npm run admin` as the operator uses it: the real script in its own process. */
import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listGames } from "@storyport/contract/games";
import { logInWithPassword, validateAuth } from "@storyport/contract/login";
import { setPassword } from "@storyport/contract/passwords";
import { buildTestPortal } from "./build-app.ts";
import type { TestPortal } from "./build-app.ts";
import { anAdministrator, aSession } from "./builders.ts";
import { runAdmin } from "./run-admin.ts";

describe("on a PostgreSQL, as in production", () => {
  let portal: TestPortal;
  let env: Record<string, string>;
  beforeAll(async () => {
    const secretKey = randomBytes(32).toString("base64");
    portal = await buildTestPortal({ SECRET_KEY: secretKey });
    env = {
      NODE_ENV: "production",
      DATABASE_URL: portal.store.url ?? "",
      PUBLIC_URL: "https://storyport.school.example",
      SECRET_KEY: secretKey,
      SMTP_URL: "smtp://127.0.0.1:1",
      MAIL_FROM: "no-reply@school.example",
      SUPPORT_EMAIL: "support@school.example",
      DASHBOARD_URL: "https://dashboard.school.example",
      DASHBOARD_CLIENT_SECRET: "a-secret-of-this-test",
    };
  });
  afterAll(() => portal.close());

  test("lists no administrator at first", async () => {
    expect((await runAdmin(["list"], env)).output).toContain("There is no administrator yet.");
  });

  test("the link works once: its owner chooses a password and is an administrator; the letter has the same link", async () => {
    const email = "ada@school.example";
    const { code, output } = await runAdmin(["create", email], env);
    expect(code).toBe(0);
    expect(output).toContain("The administrator ada@school.example is created.");
    const token = /https:\/\/storyport\.school\.example\/account\/set-password\?code=([\w-]{43})/.exec(output)?.[1] ?? "";
    await portal.sendLetters();
    expect(portal.mailbox.lettersTo(email).map(({ text }) => text.includes(token))).toEqual([true]);
    const body = { email, password: "Harbour-Lantern-9", token };
    expect((await portal.browser().call(setPassword, { body })).status).toBe(200);
    expect((await portal.browser().call(setPassword, { body })).status).toBe(410);
    const login = await portal.browser().call(logInWithPassword, { body: { email, password: "Harbour-Lantern-9", deviceName: "a test" } });
    expect(login).toMatchObject({ status: 200, body: { roles: ["admin"] } });
    expect((await runAdmin(["list"], env)).output).toMatch(/ACTIVE +ada@school\.example/);
  });

  test.each([
    [["create", "ADA@school.example"], "An account with this email address already exists."],
    [["create", "nobody"], "Enter a valid email address."],
    [["create"], "Usage:"],
    [["create", "a@b.example", "--password=x"], "Usage:"],
    [["remove", "ada@school.example"], 'There is no command "remove" with these words.\n\nUsage:'],
    [["sweep", "now"], 'There is no command "sweep" with these words.\n\nUsage:'],
    [[], "Usage:"],
  ])("%j is refused with a sentence", async (words, sentence) => {
    const { code, output } = await runAdmin(words, env);
    expect(code).toBe(1);
    expect(output).toContain(sentence);
    expect(output).not.toMatch(/\n\s+at /);
  });

  test("creates, edits, retires and restores a game, and the history names the operator", async () => {
    const created = await runAdmin(
      [
        "games create leseland-nb --description Norsk --language nb --login-types PASSWORD,QRCODE".split(" "),
        "--callback https://nb.game.example/callback --app org.example.game:/login --start https://nb.game.example/play".split(" "),
      ].flat(),
      env,
    );
    expect(created).toMatchObject({ code: 0, output: expect.stringContaining("The game is created: leseland-nb (1).") });
    expect((await runAdmin(["games", "edit", "1", "--dashboard", "https://nb.dashboard.example/", "--public"], env)).code).toBe(0);
    const [game] = listGames.response.parse((await (await anAdminSession()).call(listGames)).body);
    expect(game).toMatchObject({
      locale: "nb",
      loginTypes: ["PASSWORD", "QRCODE"],
      isPublic: true,
      callbacks: [{ kind: "WEB" }, { kind: "APP" }],
      resourceLinks: [
        { url: "https://nb.game.example/play", resource_type: "storyport" },
        { url: "https://nb.dashboard.example/", resource_type: "dashboard" },
      ],
    });
    expect((await runAdmin(["games", "retire", "1"], env)).code).toBe(0);
    expect((await runAdmin(["games", "list"], env)).output).toMatch(
      /^ {3}1 {2}leseland-nb {2}\(Norsk, nb, callbacks: 2, organizations: 0\) {2}retired /,
    );
    expect((await runAdmin(["games", "restore", "1"], env)).output).toBe("leseland-nb is in use again.\n");
    expect(await eventsBy("console")).toEqual(expect.arrayContaining(["game_created", "game_edited", "game_retired", "game_restored"]));
  }, 180_000);

  test("creates an organization, lists it, and gives it one more game", async () => {
    for (const [key, number] of [
      ["for-schools", "41"],
      ["for-more", "42"],
    ] as const) {
      expect((await runAdmin(["games", "create", key, "--description", "A game", "--number", number], env)).code).toBe(0);
    }
    expect((await runAdmin(["organizations", "create", "Fjordskolen", "--description", "A school", "--games", "41"], env)).code).toBe(0);
    const given = await runAdmin(["organizations", "give-game", "Fjordskolen", "42"], env);
    expect(given).toEqual({ code: 0, output: "Fjordskolen has: for-schools (41), for-more (42).\n" });
    expect((await runAdmin(["organizations", "list"], env)).output).toMatch(/^[\da-f-]{36} {2}Fjordskolen\n$/);
    expect(await eventsBy("console")).toEqual(expect.arrayContaining(["organization_created", "organization_edited"]));
  }, 180_000);

  test.each([
    [["games", "create", "123", "--description", "x"], "gameKey: A game key has 3 to 64 letters"],
    [
      ["games", "create", "a-game", "--description", "x", "--callback", "http://game.example/"],
      "callbacks.0.url: A web address starts with https://",
    ],
    [["games", "edit", "a-game"], "Name the game by its number."],
    [["games", "create", "a-game", "--description", "x", "--number", "nine"], "Name the game by its number."],
    [["games", "retire", "2000000000"], "Not found"],
    [["games", "retire", "2147483648"], "Name the game by its number."],
    [["games", "create", "a-game", "--colour", "blue"], "Unknown option '--colour'"],
    [["games", "edit", "3", "--description", "x", "--number", "9"], 'The command "games edit" has no option --number.'],
    [["games", "retire", "3", "--description", "x"], 'The command "games retire" has no option --description.'],
    [["games", "restore", "3", "--public"], 'The command "games restore" has no option --public.'],
    [["games", "list", "--language", "nb"], 'The command "games list" has no option --language.'],
    [["organizations", "list", "--games", "1"], 'The command "organizations list" has no option --games.'],
    [["organizations", "give-game", "Skole-X", "1", "--games", "2"], 'The command "organizations give-game" has no option --games.'],
    [["history", "verify", "--years", "5"], 'The command "history verify" has no option --years.'],
    [["history", "export", "2026-10", "--to", "x", "--before", "2026-01"], 'The command "history export" has no option --before.'],
    [["history", "drop", "--to", "x"], 'The command "history drop" has no option --to.'],
    [["organizations", "create", "Skole-X", "--games", "2000000000"], "One of the games does not exist."],
    [["organizations", "create", "Skole-X", "--games", "0x29"], "Name the game by its number."],
  ])("%j is refused with a sentence", async (words, sentence) => {
    const { code, output } = await runAdmin(words, env);
    expect(code).toBe(1);
    expect(output).toContain(sentence);
    expect(output).not.toMatch(/\n\s+at /);
  });

  test("sweeps at once, and ends all logins of a restored backup", async () => {
    const session = await anAdminSession();
    const { database } = portal.context;
    const [live] = await database.selectFrom("sessions").selectAll().execute();
    if (live === undefined) throw new Error("There is no session.");
    await database
      .insertInto("sessions")
      .values({ ...live, digest: randomBytes(16), expires_at: new Date(0) })
      .execute();
    const swept = await runAdmin(["sweep"], env);
    expect(swept).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^sessions: 1 removed in \d+ batches, \d+ ms each, the slowest \d+ ms$/m),
    });
    expect((await session.call(validateAuth)).status).toBe(200);
    const ended = await runAdmin(["end-all-logins"], env);
    expect(ended).toMatchObject({ code: 0, output: expect.stringMatching(/^Ended: [1-9]\d* sessions, .* Everybody logs in again\.$/m) });
    expect((await session.call(validateAuth)).status).toBe(401);
    expect(await eventsBy("console")).toContain("all_logins_ended");
  }, 120_000);

  test("an invalid SECRET_KEY is refused with the command that makes one", async () => {
    const { code, output } = await runAdmin(["list"], { ...env, SECRET_KEY: "not base64!" });
    expect(code).toBe(1);
    expect(output).toContain("SECRET_KEY: must be 32 random bytes in base64 (openssl rand -base64 32)");
  });

  test("a SECRET_KEY of another installation is refused before the command runs", async () => {
    const { code, output } = await runAdmin(["create", "too-late@school.example"], {
      ...env,
      SECRET_KEY: randomBytes(32).toString("base64"),
    });
    expect(code).toBe(1);
    expect(output).toContain("SECRET_KEY does not fit this database");
    expect((await runAdmin(["list"], env)).output).not.toContain("too-late");
  });

  test("the history is not verified with a key that the command would first make", async () => {
    const DATA_DIR = await mkdtemp(path.join(tmpdir(), "storyport-no-key-"));
    const { NODE_ENV: _, SECRET_KEY: __, ...withoutKey } = env;
    const { code, output } = await runAdmin(["history", "verify"], { ...withoutKey, DATA_DIR });
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining("Set SECRET_KEY as the portal had it: there is no ") });
    expect(await readdir(DATA_DIR)).toEqual([]);
    await rmdir(DATA_DIR);
  });

  test("the doctor prints a line for each finding, or JSON, and ends with code 1 on a fault", async () => {
    const other = { ...env, SECRET_KEY: randomBytes(32).toString("base64"), PUBLIC_URL: "https://127.0.0.1:1" };
    const bad = await runAdmin(["doctor", "--json"], other);
    expect(bad.code).toBe(1);
    expect(JSON.parse(bad.output)).toMatchObject({
      findings: expect.arrayContaining([expect.objectContaining({ area: "keys", state: "fault", fix: expect.any(String) })]),
    });
    const wrong = await runAdmin(["doctor"], { ...env, PUBLIC_URL: "http://storyport.school.example", SMTP_URL: "" });
    expect(wrong.code).toBe(1);
    expect(wrong.output).toMatch(/^FAULT {6}settings {5}PUBLIC_URL must be https in production\.\n {24}Fix: /m);
    expect(wrong.output).toMatch(/\n2 faults, 0 warnings, 1 could not be checked\.\n$/);
  }, 120_000);

  test("maintenance is switched on and off, and says so", async () => {
    expect((await runAdmin(["maintenance"], env)).output).toBe("Maintenance is off.\n");
    expect((await runAdmin(["maintenance", "on", "--minutes", "30"], env)).output).toMatch(
      /^Maintenance is on\. Within 3 seconds no portal accepts/,
    );
    expect((await runAdmin(["maintenance"], env)).output).toBe("Maintenance is on. Users are told that it ends in 30 min.\n");
    expect((await runAdmin(["maintenance", "off"], env)).output).toMatch(
      /^Maintenance is off\. Within 3 seconds all portals are open again\.$/m,
    );
    expect((await runAdmin(["maintenance", "off"], env)).output).toBe("Maintenance was off already.\n");
    expect(await eventsBy("console")).toEqual(expect.arrayContaining(["maintenance_began", "maintenance_ended"]));
  }, 120_000);

  test.each([
    [["maintenance", "on"], "Usage:"],
    [["maintenance", "off", "--minutes", "5"], "Usage:"],
    [["maintenance", "on", "--minutes", "0"], "--minutes says in how many minutes it should end: 1 to 1440."],
    [["maintenance", "on", "--minutes", "1441"], "--minutes says in how many minutes it should end: 1 to 1440."],
    [["move"], "Usage:"],
    [["move", "--to", "mysql://127.0.0.1/x"], "--to must be postgres://user:password@host:5432/name"],
    [["move", "--to", "postgres:///x"], "--to has no host for its server"],
    [["move", "--to", "postgres://one:port/x"], "--to has a server that cannot be read"],
    [["doctor", "all"], "Usage:"],
  ])("%j is refused with a sentence, too", async (words, sentence) => {
    const { code, output } = await runAdmin(words, env);
    expect(code).toBe(1);
    expect(output).toContain(sentence);
    expect(output).not.toMatch(/\n\s+at /);
  });

  async function anAdminSession() {
    return aSession(portal, await anAdministrator(portal), { loginType: "PASSWORD" });
  }

  async function eventsBy(network: string): Promise<string[]> {
    const { database } = portal.context;
    const events = await database.selectFrom("audit_events").select(["event", "actor_id"]).where("network", "=", network).execute();
    expect(events.every(({ actor_id: actor }) => actor === null)).toBe(true);
    return events.map(({ event }) => event);
  }

  test("production without its settings is refused like the portal", async () => {
    const { code, output } = await runAdmin(["list"], { NODE_ENV: "production" });
    expect(code).toBe(1);
    expect(output).toContain("DATABASE_URL is needed in production");
  });
});
