/** Every setting that is or contains a secret may come from a file (docs/operating.md, Settings). */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { secretSettings } from "./secret-files.ts";
import { StartRefusal, readSettings } from "./settings.ts";

const folder = mkdtempSync(join(tmpdir(), "storyport-secrets-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;

/** Returns the path of a new file. */
function aFile(content: string): string {
  const path = join(folder, String(++files));
  writeFileSync(path, content);
  return path;
}

const key = Buffer.from("0123456789abcdefghijklmnopqrstuv");
const production = {
  NODE_ENV: "production",
  PUBLIC_URL: "https://portal.school.example",
  MAIL_FROM: "no-reply@school.example",
  DASHBOARD_URL: "https://dashboard.school.example",
};
const secrets = {
  DATABASE_URL: "postgres://storyport@127.0.0.1/storyport",
  DATABASE_OWNER_URL: "postgres://owner@127.0.0.1/storyport",
  SECRET_KEY: key.toString("base64"),
  SMTP_URL: "smtps://mail.school.example",
  DASHBOARD_CLIENT_SECRET: "a-secret-of-the-dashboard",
};
const inFiles = (lineBreak: string) =>
  Object.fromEntries(Object.entries(secrets).map(([name, value]) => [`${name}_FILE`, aFile(value + lineBreak)]));

function mistakesOf(env: Record<string, string>): string[] {
  try {
    readSettings(env);
  } catch (error) {
    if (error instanceof StartRefusal) return error.message.split("\n").slice(1);
    throw error;
  }
  return [];
}

test.each(["", "\n", "\r\n"])("production starts with its secrets in files that end with %j", (lineBreak) => {
  expect(readSettings({ ...production, ...inFiles(lineBreak) })).toMatchObject({
    database: { kind: "postgres", url: secrets.DATABASE_URL, ownerUrl: secrets.DATABASE_OWNER_URL },
    secretKeys: [key],
    mail: { url: secrets.SMTP_URL },
    dashboard: { clientSecret: secrets.DASHBOARD_CLIENT_SECRET },
  });
});

test("only the last line break is cut, because a secret may end with a space", () => {
  const { dashboard } = readSettings({ DASHBOARD_CLIENT_SECRET_FILE: aFile("a secret of sixteen \n\n") });
  expect(dashboard.clientSecret).toBe("a secret of sixteen \n");
});

test.each(secretSettings)("%s and its file together are a mistake", (name) => {
  const mistakes = mistakesOf({ [name]: "canary-of-a-secret", [`${name}_FILE`]: aFile("x") });
  expect(mistakes).toContain(`  - ${name}_FILE and ${name} are both set. Set only one of them.`);
  expect(mistakes.join("\n")).not.toContain("canary");
});

test.each([
  ["that is not there", "/nowhere/a-secret", "names a file that cannot be read: /nowhere/a-secret (there is no such file)"],
  ["that is a folder", folder, `names a file that cannot be read: ${folder} (it is a folder)`],
  ["that is empty", aFile("\n"), "names an empty file: "],
])("a file %s is the only mistake, in words", (_, path, sentence) => {
  const { SECRET_KEY_FILE: _key, ...others } = inFiles("\n");
  const mistakes = mistakesOf({ ...production, ...others, SECRET_KEY_FILE: path });
  expect(mistakes).toHaveLength(1);
  expect(mistakes[0]).toContain(`SECRET_KEY_FILE ${sentence}`);
});

test("a wrong value in a file is refused like the setting, and not repeated", () => {
  const google = { GOOGLE_ISSUER: "https://accounts.google.com", GOOGLE_CLIENT_ID: "us" };
  const mistakes = mistakesOf({ SECRET_KEY_FILE: aFile("canary-key"), GOOGLE_CLIENT_SECRET_FILE: aFile("canary"), ...google });
  expect(mistakes).toEqual([expect.stringContaining("  - SECRET_KEY: must be"), expect.stringContaining("  - GOOGLE_CLIENT_SECRET: ")]);
  expect(mistakes.join("\n")).not.toContain("canary");
});
