/**
 * The outbox: a letter is written in the transaction of its cause and sent after it, so that neither is lost without the
 * other. Any process may send; a locked row is another's.
 */
import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { Database } from "#/platform/database/connect.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { Log } from "#/platform/log.ts";
import { describeFault } from "./delivery-fault.ts";
import type { DeliveryFault } from "./delivery-fault.ts";
import type { Letter } from "./letter.ts";
import type { Mailer } from "./mailer.ts";

export interface Posting {
  accountId: string | null;
  recipient: string;
  /** Which letter it is, for history: never its content. */
  name: string;
  letter: Letter;
  /** When the link in it dies, and with it the letter's worth. */
  validForSeconds: number;
  /** Whose budget it is counted against, where it has any. */
  cause?: "LOGIN" | "STAFF";
  /** For somebody who has been deleted: nothing of the letter stays once it is sent, or not worth sending any more. */
  forgetWhenSent?: boolean;
}

/** Takes a transaction, not a database: a letter without its cause, or a cause without its letter, cannot be written. */
export async function postLetter(transaction: Transaction<Tables>, posting: Posting): Promise<void> {
  const { accountId, recipient, name, letter, validForSeconds, cause, forgetWhenSent = false } = posting;
  await transaction
    .insertInto("outbox")
    .values({
      account_id: accountId,
      recipient,
      letter: name,
      cause: cause ?? null,
      subject: letter.subject,
      text_body: letter.text,
      html_body: letter.html,
      forget_when_sent: forgetWhenSent,
      expires_at: sql<Date>`now() + make_interval(secs => ${validForSeconds})`,
    })
    .execute();
}

interface DueLetter {
  id: string;
  attempts: number;
  recipient: string;
  subject: string;
  text_body: string;
  html_body: string;
  forget_when_sent: boolean;
}

/** Sends what is due, one letter after another. Answers how many were tried. */
export async function sendDueLetters(database: Database, mailer: Mailer, log: Log): Promise<number> {
  await abandonWorthless(database);
  let tried = 0;
  for (let claimed = await claimOne(database); claimed !== undefined; claimed = await claimOne(database)) {
    tried += 1;
    await deliver(database, mailer, { letter: claimed, log });
  }
  return tried;
}

/** Longer than the slowest delivery that still succeeds: until then no other process takes the letter for abandoned. */
const claimSeconds = 300;

/**
 * Claims by pushing the next try into the future: should this process die between sending and noting it, the letter is
 * sent again then (at least once), with the same Message-ID, so that mail programs show one.
 */
async function claimOne(database: Database): Promise<DueLetter | undefined> {
  const { rows } = await sql<DueLetter>`
    update outbox set attempts = attempts + 1, send_after = now() + make_interval(secs => ${claimSeconds})
    where id = (
      select id from outbox
      where sent_at is null and abandoned_at is null and send_after <= now()
      order by send_after
      limit 1
      for update skip locked
    )
    returning id, attempts, recipient, subject, text_body, html_body, forget_when_sent`.execute(database);
  return rows[0];
}

async function deliver(database: Database, mailer: Mailer, { letter, log }: { letter: DueLetter; log: Log }): Promise<void> {
  try {
    await mailer.send({ id: letter.id, to: letter.recipient, subject: letter.subject, text: letter.text_body, html: letter.html_body });
    if (letter.forget_when_sent) return void (await database.deleteFrom("outbox").where("id", "=", letter.id).execute());
    await database
      .updateTable("outbox")
      .set({ sent_at: sql<Date>`now()`, text_body: null, html_body: null, last_error: null })
      .where("id", "=", letter.id)
      .execute();
  } catch (error) {
    const fault = describeFault(error);
    log.warn({ letter: letter.id, fault: fault.name }, "a letter could not be sent yet");
    await putOff(database, letter, fault);
  }
}

/**
 * The next try: after 5, 10, 20 ... 120 seconds, each a quarter more or less, so that many letters do not come at once. What the
 * mail server refuses for good is asked about once an hour: the fault may be ours, and then nothing must be lost by it.
 */
async function putOff(database: Database, { id, attempts }: DueLetter, fault: DeliveryFault): Promise<void> {
  const seconds = fault.isRefusal ? 3600 : Math.min(120, 5 * 2 ** Math.min(attempts - 1, 5));
  await database
    .updateTable("outbox")
    .set({ last_error: fault.name, send_after: sql<Date>`now() + make_interval(secs => ${seconds} * (0.75 + random() / 2))` })
    .where("id", "=", id)
    .execute();
}

/** A link that has expired is not worth sending; its bodies are erased like a sent letter's. */
async function abandonWorthless(database: Database): Promise<void> {
  await database
    .deleteFrom("outbox")
    .where("forget_when_sent", "=", true)
    .where("expires_at", "<=", sql<Date>`now()`)
    .execute();
  await database
    .updateTable("outbox")
    .set({ abandoned_at: sql<Date>`now()`, text_body: null, html_body: null })
    .where("sent_at", "is", null)
    .where("abandoned_at", "is", null)
    .where("expires_at", "<=", sql<Date>`now()`)
    .execute();
}

/** What became of a letter: never what stood in it, nor the address it went to. */
export interface Delivery {
  /** Which letter it was: "reset", "activation". */
  letter: string;
  /** ABANDONED: the link in it had died before it could be sent. */
  state: "WAITING" | "SENT" | "ABANDONED";
  writtenAt: Date;
  sentAt: Date | undefined;
  attempts: number;
  /** The last fault, in codes; undefined where there was none, and once it is sent. */
  lastError: string | undefined;
}

/** The newest first, as far back as the outbox goes (30 days after they were sent). */
export async function listDeliveries(database: Database, accountId: string): Promise<Delivery[]> {
  const rows = await database
    .selectFrom("outbox")
    .select(["letter", "created_at", "sent_at", "abandoned_at", "attempts", "last_error"])
    .where("account_id", "=", accountId)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(20)
    .execute();
  return rows.map((row) => ({
    letter: row.letter,
    state: row.sent_at !== null ? "SENT" : row.abandoned_at !== null ? "ABANDONED" : "WAITING",
    writtenAt: row.created_at,
    sentAt: row.sent_at ?? undefined,
    attempts: row.attempts,
    lastError: row.last_error ?? undefined,
  }));
}
