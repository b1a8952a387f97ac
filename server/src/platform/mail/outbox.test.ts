/** The outbox: letter and cause are committed together, and each letter is sent once (DESIGN 8.7). */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aTeacher } from "#test/builders.ts";
import { askForReset } from "#test/mailed-links.ts";
import { plansOf } from "#test/plans-of.ts";
import { listDeliveries, postLetter, postLetters, sendDueLetters } from "./outbox.ts";

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

/** Posts letters about one thing to many people. Returns their addresses. */
async function postToMany(count: number): Promise<string[]> {
  const recipients = Array.from({ length: count }, () => `${randomUUID()}@school.example`);
  const letter = { subject: "News", text: "for all “staff”", html: "<p>for all “staff”</p>" };
  const postings = recipients.map((recipient) => ({ accountId: null, recipient, name: "news", letter, validForSeconds: 3600 }));
  await portal.context.database.transaction().execute((transaction) => postLetters(transaction, postings));
  return recipients;
}

/** The error as nodemailer throws it. */
const away = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:25"), { code: "ECONNECTION" });

const rows = () => portal.context.database.selectFrom("outbox").selectAll().execute();

test("a letter is sent after its cause is committed, and its bodies are erased", async () => {
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

test("a sent letter is not sent again", async () => {
  const recipient = await post();
  for (let count = 0; count < 3; count++) {
    await portal.sendLetters();
    await portal.clock.travel(300);
  }
  expect(portal.mailbox.lettersTo(recipient)).toHaveLength(1);
});

test("while the mail server is away the letter is retried with growing pauses, then sent under the same id", async () => {
  const recipient = await post();
  portal.mailbox.fault = away;
  const waits: number[] = [];
  for (let count = 1; count <= 7; count++) {
    await portal.sendLetters();
    const [row] = await rows();
    expect(row).toMatchObject({ attempts: count, sent_at: null, text_body: "with a secret link", last_error: "ECONNECTION" });
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

test("an undeliverable letter does not delay the others", async () => {
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

test("a letter with an expired link is abandoned and erased, not sent", async () => {
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

test("four concurrent senders send fifty letters once each", async () => {
  const recipients = await Promise.all(Array.from({ length: 50 }, () => post()));
  const { database, mailer, log } = portal.context;
  const tried = await Promise.all(Array.from({ length: 4 }, () => sendDueLetters({ database, mailer, log })));
  expect(tried.reduce((sum, count) => sum + count, 0)).toBe(50);
  for (const recipient of recipients) expect(portal.mailbox.lettersTo(recipient)).toHaveLength(1);
});

test("after a sender dies in the middle the letter is sent again under the same id", async () => {
  const recipient = await post();
  const { database, log } = portal.context;
  const sent = Promise.withResolvers<string>();
  const dying = {
    // Sends the letter and dies before it records that.
    send: ({ id }: { id: string }) => {
      sent.resolve(id);
      return new Promise<never>(() => undefined);
    },
    close: () => undefined,
  };
  void sendDueLetters({ database, mailer: dying, log });
  const id = await sent.promise;
  await portal.clock.travel(290);
  await portal.sendLetters();
  expect(portal.mailbox.lettersTo(recipient), "while the first sender may still be sending").toEqual([]);
  await portal.clock.travel(11);
  await portal.sendLetters();
  expect(portal.mailbox.lettersTo(recipient)).toMatchObject([{ id }]);
});

test("a mail server that is down for half an hour loses no letter and gets each once", async () => {
  portal.mailbox.fault = away;
  const before = await Promise.all(Array.from({ length: 10 }, () => post()));
  const during: string[] = [];
  for (let minute = 0; minute < 30; minute++) {
    if (minute % 3 === 0) during.push(await post());
    await portal.sendLetters();
    await portal.clock.travel(60);
  }
  expect(portal.mailbox.letters.filter(({ to }) => [...before, ...during].includes(to))).toEqual([]);
  portal.mailbox.fault = undefined;
  const { database, mailer, log } = portal.context;
  for (let count = 0; count < 4; count++) {
    // Two processes, as after a restart of both.
    await Promise.all([sendDueLetters({ database, mailer, log }), sendDueLetters({ database, mailer, log })]);
    await portal.clock.travel(60);
  }
  for (const recipient of [...before, ...during]) expect(portal.mailbox.lettersTo(recipient)).toHaveLength(1);
});

test("while one process waits for a slow mail server, another does not send the same letter", async () => {
  const recipient = await post();
  const { database, log } = portal.context;
  const sent: string[] = [];
  const slow = {
    send: async ({ to }: { to: string }) => {
      sent.push(to);
      await portal.clock.travel(120);
      await sendDueLetters({ database, mailer: other, log });
    },
    close: () => undefined,
  };
  const other = { send: async ({ to }: { to: string }) => void sent.push(to), close: () => undefined };
  await sendDueLetters({ database, mailer: slow, log });
  expect(sent).toEqual([recipient]);
});

test("a process that stops finishes the letter under way, and leaves the others to the next", async () => {
  const recipients = await Promise.all(Array.from({ length: 3 }, () => post()));
  const { database, log } = portal.context;
  const stopping = new AbortController();
  const sent: string[] = [];
  const stopped = {
    send: async ({ to }: { to: string }) => {
      stopping.abort();
      sent.push(to);
    },
    close: () => undefined,
  };
  expect(await sendDueLetters({ database, mailer: stopped, log }, { signal: stopping.signal })).toBe(1);
  expect(sent).toHaveLength(1);
  expect((await rows()).map(({ attempts, sent_at }) => [attempts, sent_at !== null])).toEqual(
    expect.arrayContaining([
      [1, true],
      [0, false],
      [0, false],
    ]),
  );
  await portal.sendLetters();
  expect([...sent, ...portal.mailbox.letters.map(({ to }) => to)].filter((to) => recipients.includes(to)).toSorted()).toEqual(
    recipients.toSorted(),
  );
});

test("a permanently refused letter is retried once an hour, and the server's sentence, which names the person, is not stored", async () => {
  const recipient = await post({ validForSeconds: 86_400 });
  const response = `550 5.1.1 <${recipient}>: Recipient address rejected`;
  portal.mailbox.fault = Object.assign(new Error(`Can't send mail: ${response}`), { code: "EENVELOPE", responseCode: 550, response });
  await portal.sendLetters();
  const [row] = await rows();
  expect(row).toMatchObject({ last_error: "EENVELOPE 550 5.1.1", attempts: 1, abandoned_at: null });
  await portal.clock.travel(1800);
  await portal.sendLetters();
  expect((await rows())[0]?.attempts).toBe(1);
  // Together more than an hour and a quarter, the longest that the pause varies to.
  await portal.clock.travel(2701);
  await portal.sendLetters();
  expect((await rows())[0]?.attempts).toBe(2);
});

test("the deliveries of an account can be listed, without an address or a link", async () => {
  const { account } = await aTeacher(portal);
  const { database } = portal.context;
  const token = await askForReset(portal, account.email);
  portal.mailbox.fault = away;
  await askForReset(portal, account.email);
  const seen = await listDeliveries(database, account.id);
  expect(seen).toMatchObject([
    { letter: "reset", state: "WAITING", attempts: 1, lastError: "ECONNECTION", sentAt: undefined },
    { letter: "reset", state: "SENT", attempts: 1, lastError: undefined, sentAt: expect.any(Date) },
  ]);
  for (const secret of [account.email, token]) expect(JSON.stringify(seen)).not.toContain(secret);
  await portal.clock.travel(3601);
  await portal.sendLetters();
  expect((await listDeliveries(database, account.id)).map(({ state }) => state)).toEqual(["ABANDONED", "SENT"]);
});

describe("letters to many people", () => {
  test("are sent once each with their text, however many they are", async () => {
    // One more than a statement posts (`lettersAtOnce`).
    const recipients = await postToMany(501);
    await portal.sendLetters();
    const sent = portal.mailbox.letters.filter(({ subject }) => subject === "News");
    expect(sent.map(({ to }) => to).toSorted()).toEqual(recipients.toSorted());
    expect(sent[0]).toMatchObject({ text: "for all “staff”", html: "<p>for all “staff”</p>" });
  });

  test("wait behind every letter that a person asked for, also behind a letter written while they are being sent", async () => {
    const { database, log } = portal.context;
    const many = await postToMany(3);
    const before = await post();
    const sent: string[] = [];
    let during = "";
    const mailer = {
      send: async ({ to }: { to: string }) => {
        sent.push(to);
        if (sent.length === 2) during = await post();
      },
      close: () => undefined,
    };
    await sendDueLetters({ database, mailer, log });
    expect([sent[0], sent[2]]).toEqual([before, during]);
    expect(sent.filter((to) => many.includes(to)).toSorted()).toEqual(many.toSorted());
    expect(sent).toHaveLength(5);
  });

  test("are sent while a letter that a person asked for waits for its next try", async () => {
    const waiting = await post();
    portal.mailbox.fault = away;
    await portal.sendLetters();
    portal.mailbox.fault = undefined;
    const [recipient = ""] = await postToMany(1);
    await portal.sendLetters();
    expect([waiting, recipient].map((to) => portal.mailbox.lettersTo(to).length)).toEqual([0, 1]);
  });

  test("and letters for one person are each found by an index, however many wait for their next try", async () => {
    const { database, mailer, log } = portal.context;
    await sql`
      insert into outbox (recipient, letter, subject, text_body, html_body, expires_at, send_after, is_for_many)
      select n || '@school.example', 'news', 'News', '', '', now() + interval '1 day', now() + interval '1 hour', n % 2 = 0
      from generate_series(1, 6000) n`.execute(database);
    await sql`analyze outbox`.execute(database);
    // Before a letter is claimed, two statements look for worthless letters.
    const plans = await plansOf(database, (explaining) => sendDueLetters({ database: explaining, mailer, log }));
    const claim = JSON.stringify((JSON.parse(plans) as unknown[]).at(-1));
    for (const index of ["outbox__waiting_for_one_idx", "outbox__waiting_for_many_idx"]) expect(claim).toContain(index);
    expect(claim).not.toContain("Seq Scan");
  });
});
