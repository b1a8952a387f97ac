import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sendMail } from "#/test/send-mail.ts";
import type { Letter } from "./letters.ts";
import { startMailbox } from "./start-mailbox.ts";

let folder: string;
let mailbox: Awaited<ReturnType<typeof startMailbox>>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "mailbox-"));
  mailbox = await start();
});

afterEach(async () => {
  await mailbox.close();
  rmSync(folder, { recursive: true });
});

test("a letter arrives with subject, text and markup, and is listed by its address", async () => {
  expect(await sendMail(mailbox.smtpUrl, { to: "Teacher@fjordskolen.example", mail })).toMatch(/^250/);
  await sendMail(mailbox.smtpUrl, { to: "other@fjordskolen.example", mail });
  const [letter, ...others] = await letters("?to=teacher@fjordskolen.example");
  expect(others).toEqual([]);
  expect(letter).toMatchObject({
    to: "Teacher@fjordskolen.example",
    from: "noreply@storyport.example",
    subject: "Velkommen, Kåre",
    text: expect.stringContaining("http://localhost:3000/a?b=1"),
  });
  expect(letter?.html).toContain("<script>");
  expect(await letters("")).toHaveLength(2);
});

test("the page shows a letter's markup in a sandbox without scripts", async () => {
  await sendMail(mailbox.smtpUrl, { to: "a@b.example", mail });
  const [letter] = await letters("");
  const page = await (await fetch(`${mailbox.url}/?letter=${letter?.id}`)).text();
  expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  expect(page).toContain('href="http://localhost:3000/a?b=1"');
  const document = await fetch(`${mailbox.url}/messages/${letter?.id}/html`);
  expect(document.headers.get("content-security-policy")).toMatch(/^sandbox [^;]*; default-src 'none'/);
  expect((await fetch(`${mailbox.url}/messages/none`)).status).toBe(404);
});

test("letters survive a restart, and can be deleted", async () => {
  await sendMail(mailbox.smtpUrl, { to: "a@b.example", mail });
  await mailbox.close();
  mailbox = await start();
  expect(await letters("")).toHaveLength(1);
  expect((await fetch(`${mailbox.url}/messages`, { method: "DELETE" })).status).toBe(204);
  expect(await letters("")).toEqual([]);
});

test.each([
  ["refuse", /^550/],
  ["temporary", /^451/],
  ["accept", /^250/],
])("in the mood %s a sender gets %s", async (mode, answer) => {
  await fetch(`${mailbox.url}/refuse`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ mode }) });
  expect(await sendMail(mailbox.smtpUrl, { to: "a@b.example", mail })).toMatch(answer);
});

function start() {
  return startMailbox({ port: 0, smtpPort: 0, file: join(folder, "letters.jsonl") });
}

async function letters(query: string): Promise<Letter[]> {
  return JSON.parse(await (await fetch(`${mailbox.url}/messages${query}`)).text());
}

const mail = `From: Storyport <noreply@storyport.example>
To: someone@example.com
Subject: =?utf-8?B?VmVsa29tbWVuLCBLw6VyZQ==?=
Content-Type: multipart/alternative; boundary=x

--x
Content-Type: text/plain; charset=utf-8

Open http://localhost:3000/a?b=1 please.
--x
Content-Type: text/html; charset=utf-8

<p>Hello</p><script>alert(1)</script>
--x--
`;
