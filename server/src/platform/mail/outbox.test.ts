/** The outbox: no letter without its cause, no cause without its letter, each sent once (DESIGN 8.7). */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { postLetter, sendDueLetters } from "./outbox.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  await portal.context.database.deleteFrom("outbox").execute();
  portal.mailbox.fault = undefined;
});

async function post(parts: { validForSeconds?: number; fails?: boolean } = {}): Promise<string> {
  const recipient = `${randomUUID()}@school.example`;
  await portal.context.database.transaction().execute(async (transaction) => {
    const letter = { subject: "A letter", text: "with a secret link", html: "<p>with a secret link</p>" };
    await postLetter(transaction, { accountId: null, recipient, name: "reset", letter, validForSeconds: parts.validForSeconds ?? 3600 });
    if (parts.fails === true) throw new Error("the cause failed");
  });
  return recipient;
}

const rows = () => portal.context.database.selectFrom("outbox").selectAll().execute();

test("a letter goes out after its cause is kept, and its bodies are erased", async () => {
  const recipient = await post();
  expect(portal.mailbox.lettersTo(recipient)).toHaveLength(0);
  await portal.sendLetters();
  expect(portal.mailbox.lettersTo(recipient)).toMatchObject([{ subject: "A letter", text: "with a secret link" }]);
  const [row] = await rows();
  expect(row).toMatchObject({ text_body: null, html_body: null, abandoned_at: null, attempts: 1 });
  expect(row?.sent_at).not.toBeNull();
  expect(JSON.stringify(row)).not.toContain("secret link");
});

test("a cause that is rolled back takes its letter with it", async () => {
  await expect(post({ fails: true })).rejects.toThrow("the cause failed");
  await portal.sendLetters();
  expect(await rows()).toEqual([]);
});

test("a letter that is sent is not sent again", async () => {
  const recipient = await post();
  for (let count = 0; count < 3; count++) {
    await portal.sendLetters();
    await portal.clock.travel(300);
  }
  expect(portal.mailbox.lettersTo(recipient)).toHaveLength(1);
});

test("while the mail server is away the letter is kept and tried later and later, then sent under the same id", async () => {
  const recipient = await post();
  portal.mailbox.fault = new Error("connect ECONNREFUSED");
  const waits: number[] = [];
  for (let count = 1; count <= 7; count++) {
    await portal.sendLetters();
    const [row] = await rows();
    expect(row).toMatchObject({ attempts: count, sent_at: null, text_body: "with a secret link", last_error: "connect ECONNREFUSED" });
    const wait = ((row?.send_after.getTime() ?? 0) - Date.now()) / 1000;
    waits.push(wait);
    await portal.sendLetters();
    expect((await rows())[0]?.attempts, "not before its time").toBe(count);
    await portal.clock.travel(wait + 1);
  }
  expect(waits[0]).toBeLessThan(7);
  expect(waits[6]).toBeGreaterThan(80);
  expect(Math.max(...waits)).toBeLessThanOrEqual(150);
  portal.mailbox.fault = undefined;
  const [before] = await rows();
  await portal.sendLetters();
  expect(portal.mailbox.lettersTo(recipient)).toMatchObject([{ id: before?.id }]);
});

test("one letter that cannot be delivered does not hold up the others", async () => {
  const bad = await post();
  const good = await post();
  const { send } = portal.mailbox;
  portal.mailbox.send = async (letter) => {
    if (letter.to === bad) throw new Error("550 no such mailbox");
    await send.call(portal.mailbox, letter);
  };
  await portal.sendLetters();
  portal.mailbox.send = send;
  expect(portal.mailbox.lettersTo(good)).toHaveLength(1);
});

test("a letter whose link has expired is abandoned and erased, not sent", async () => {
  const recipient = await post({ validForSeconds: 60 });
  portal.mailbox.fault = new Error("away");
  await portal.sendLetters();
  portal.mailbox.fault = undefined;
  await portal.clock.travel(61);
  await portal.sendLetters();
  expect(portal.mailbox.lettersTo(recipient)).toEqual([]);
  const [row] = await rows();
  expect(row).toMatchObject({ sent_at: null, text_body: null, html_body: null });
  expect(row?.abandoned_at).not.toBeNull();
});

test("four senders at once send fifty letters once each", async () => {
  const recipients = await Promise.all(Array.from({ length: 50 }, () => post()));
  const { database, mailer, log } = portal.context;
  const tried = await Promise.all(Array.from({ length: 4 }, () => sendDueLetters(database, mailer, log)));
  expect(tried.reduce((sum, count) => sum + count, 0)).toBe(50);
  for (const recipient of recipients) expect(portal.mailbox.lettersTo(recipient)).toHaveLength(1);
});

test("a sender that dies in the middle leaves the letter to be sent again under the same id", async () => {
  const recipient = await post();
  const { database, log } = portal.context;
  const ids: string[] = [];
  const dying = {
    // It hands the letter over and dies before it can note so.
    send: async ({ id }: { id: string }) => {
      ids.push(id);
      await database.updateTable("outbox").set({ last_error: "died" }).where("id", "=", id).execute();
      throw new Error("killed");
    },
    close: () => undefined,
  };
  await sendDueLetters(database, dying, log);
  await portal.clock.travel(200);
  await portal.sendLetters();
  expect(portal.mailbox.lettersTo(recipient).map(({ id }) => id)).toEqual(ids);
});
