/** `npm run admin` as whoever runs the machine meets it: the real script, in a process of its own. */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { logInWithPassword } from "@storyport/contract/login";
import { setPassword } from "@storyport/contract/passwords";
import { openStore } from "#/platform/database/connect.ts";
import { buildTestPortal } from "./build-app.ts";
import type { TestPortal } from "./build-app.ts";
import { isEmbedded } from "./test-store.ts";

const project = fileURLToPath(new URL("../../", import.meta.url));

interface Ended {
  code: number | null;
  output: string;
}

const { PATH = "", HOME = "" } = process.env;

/** Through npm, as it is typed: once, since npm takes its time. */
function npmRunAdmin(words: string[], env: Record<string, string>): Promise<Ended> {
  return run("npm", { words: ["run", "--silent", "admin", "--", ...words], env });
}

function runAdmin(words: string[], env: Record<string, string>): Promise<Ended> {
  return run(process.execPath, { words: ["server/src/admin.ts", ...words], env });
}

function run(program: string, { words, env }: { words: string[]; env: Record<string, string> }): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(program, words, { cwd: project, env: { PATH, HOME, ...env } }, (_, out, err) => {
      resolve({ code: child.exitCode, output: out + err });
    });
  });
}

describe("on an embedded database", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "storyport-admin-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test("creates an administrator in a database that is not there yet, prints a link, and lists it", async () => {
    const created = await npmRunAdmin(["create", "First.Admin@School.example"], { DATA_DIR: folder, PORT: "4241" });
    expect(created.output).toMatch(/http:\/\/localhost:4241\/account\/set-password\?code=[\w-]{43}&activateAccount=true/);
    expect(created.code).toBe(0);
    const listed = await runAdmin(["list"], { DATA_DIR: folder });
    expect(listed.output).toMatch(/^\d{4}-\d\d-\d\d {2}CREATED {6}first\.admin@school\.example\n$/);
  });

  test("while a portal has the folder open it ends with a sentence that names the process", async () => {
    const store = await openStore({ kind: "embedded", folder: join(folder, "database") }, () => undefined);
    const { code, output } = await runAdmin(["list"], { DATA_DIR: folder });
    await store.close();
    expect(code).toBe(1);
    expect(output).toContain(`is already open in process ${process.pid}.`);
    expect(output).not.toMatch(/\n\s+at /);
  });
});

describe.skipIf(isEmbedded)("on a PostgreSQL, as in production", () => {
  let portal: TestPortal;
  let env: Record<string, string>;
  beforeAll(async () => {
    portal = await buildTestPortal();
    env = {
      NODE_ENV: "production",
      DATABASE_URL: portal.store.url ?? "",
      PUBLIC_URL: "https://storyport.school.example",
      SECRET_KEY: Buffer.from(Array.from({ length: 32 }, (_, index) => index * 7)).toString("base64"),
      SMTP_URL: "smtp://127.0.0.1:1",
      MAIL_FROM: "no-reply@school.example",
      DASHBOARD_URL: "https://dashboard.school.example",
      DASHBOARD_CLIENT_SECRET: "s".repeat(16),
    };
  });
  afterAll(() => portal.close());

  test("there is none to begin with", async () => {
    expect((await runAdmin(["list"], env)).output).toContain("There is no administrator yet.");
  });

  test("the link works once: its owner chooses a password and is an administrator; the letter has the same link", async () => {
    const email = "ada@school.example";
    const { code, output } = await runAdmin(["create", email], env);
    expect(code).toBe(0);
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
    [["create", "ADA@school.example"], "Somebody has this email address already."],
    [["create", "nobody"], "Please enter a valid email address."],
    [["create"], "Usage:"],
    [["create", "a@b.example", "--password=x"], "Usage:"],
    [["remove", "ada@school.example"], "Usage:"],
    [[], "Usage:"],
  ])("%j is refused with a sentence", async (words, sentence) => {
    const { code, output } = await runAdmin(words, env);
    expect(code).toBe(1);
    expect(output).toContain(sentence);
    expect(output).not.toMatch(/\n\s+at /);
  });

  test("without its settings production is refused as the portal is", async () => {
    const { code, output } = await runAdmin(["list"], { NODE_ENV: "production" });
    expect(code).toBe(1);
    expect(output).toContain("DATABASE_URL is needed in production");
  });
});
