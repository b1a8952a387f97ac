/**
 * The outbox: a letter is written in the transaction of its cause and sent afterwards, so that neither exists without the
 * other. Any process may send; it skips rows that another process has locked.
 */
import { sql } from "kysely";
import type { RawBuilder, Transaction } from "kysely";
import type { Database } from "#/platform/database/connect.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { Log } from "#/platform/log.ts";
import type { Letter } from "./letter.ts";
import type { Mailer } from "./mailer.ts";

export interface Posting {
  /** Null for a deleted person, and for an address that need not be an account's. */
  accountId: string | null;
  recipient: string;
  /** The name of the letter for the history, never its content. */
  name: string;
  letter: Letter;
  /** After this time the letter is worthless, for example because its link has expired. It is then not sent any more. */
  validForSeconds: number;
  /** What brought the letter. `mayBeWrittenTo` limits the letters of one name and cause; it does not count a letter without a cause. */
  cause?: "LOGIN" | "STAFF";
  /** For a deleted person: erase the letter once it is sent or worthless. */
  forgetWhenSent?: boolean;
}

/** Takes a transaction, so that a letter cannot be written without its cause, or a cause without its letter. */
export async function postLetter(transaction: Transaction<Tables>, posting: Posting): Promise<void> {
  await transaction
    .insertInto("outbox")
    .values({ ...rowOf(posting), expires_at: sql<Date>`now() + make_interval(secs => ${posting.validForSeconds})` })
    .execute();
}

/** A statement with so many letters takes a fraction of the time that a statement may take. */
const lettersAtOnce = 500;

/**
 * Posts letters about one thing to many people, which nobody waits for. Each is sent only while no letter of `postLetter` is due, so
 * that a new password never waits for them.
 */
export async function postLetters(transaction: Transaction<Tables>, postings: readonly Posting[]): Promise<void> {
  for (let from = 0; from < postings.length; from += lettersAtOnce) {
    const rows = postings
      .slice(from, from + lettersAtOnce)
      .map((posting) => ({ ...rowOf(posting), valid_for_seconds: posting.validForSeconds }));
    await sql`
      insert into outbox (account_id, recipient, letter, cause, subject, text_body, html_body, forget_when_sent, expires_at, is_for_many)
      select account_id, recipient, letter, cause, subject, text_body, html_body, forget_when_sent,
        now() + make_interval(secs => valid_for_seconds), true
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
        account_id uuid, recipient text, letter text, cause text, subject text, text_body text, html_body text, forget_when_sent boolean,
        valid_for_seconds float8
      )`.execute(transaction);
  }
}

function rowOf({ accountId, recipient, name, letter, cause, forgetWhenSent = false }: Posting) {
  return {
    account_id: accountId,
    recipient,
    letter: name,
    cause: cause ?? null,
    subject: letter.subject,
    text_body: letter.text,
    html_body: letter.html,
    forget_when_sent: forgetWhenSent,
  };
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

interface Sending {
  database: Database;
  mailer: Mailer;
  log: Log;
}

/**
 * Sends due letters one after another. Returns how many were tried. After the signal it only finishes the letter under way; the others
 * stay due for the next process.
 */
export async function sendDueLetters({ database, mailer, log }: Sending, { signal }: { signal?: AbortSignal } = {}): Promise<number> {
  await abandonWorthless(database);
  for (let tried = 0; ; tried += 1) {
    const claimed = signal?.aborted === true ? undefined : await claimOne(database);
    if (claimed === undefined) return tried;
    await deliver(database, mailer, { letter: claimed, log });
  }
}

/** Longer than the slowest successful delivery. Until then no other process claims the letter. */
const claimSeconds = 300;

/**
 * Claims a letter by postponing its next try: a letter for one person if any is due, otherwise a letter for many. If this process dies or
 * loses the database between sending and recording, the letter is sent again. The Message-ID stays the same, so that mail programs show one.
 */
async function claimOne(database: Database): Promise<DueLetter | undefined> {
  const due = (kind: RawBuilder<unknown>) => sql`(
      select id from outbox
      where sent_at is null and abandoned_at is null and ${kind} and send_after <= now()
      order by send_after
      limit 1
      for update skip locked
    )`;
  const { rows } = await sql<DueLetter>`
    update outbox set attempts = attempts + 1, send_after = now() + make_interval(secs => ${claimSeconds})
    where id = coalesce(${due(sql`not is_for_many`)}, ${due(sql`is_for_many`)})
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
 * Sets the next try after 5, 10, 20 ... 120 seconds, varied by a quarter, so that many letters do not come together. A
 * permanent refusal is retried once an hour, because the fault may be ours and the letter must not be lost.
 */
async function putOff(database: Database, { id, attempts }: DueLetter, fault: DeliveryFault): Promise<void> {
  const seconds = fault.isRefusal ? 3600 : Math.min(120, 5 * 2 ** Math.min(attempts - 1, 5));
  await database
    .updateTable("outbox")
    .set({ last_error: fault.name, send_after: sql<Date>`now() + make_interval(secs => ${seconds} * (0.75 + random() / 2))` })
    .where("id", "=", id)
    .execute();
}

/** A worthless letter is not sent. Its bodies are erased like those of a sent letter; a deleted person's row is removed. */
async function abandonWorthless(database: Database): Promise<void> {
  // Both statements name the condition of `outbox__waiting_idx`. Without it PostgreSQL reads all letters of the last 30 days.
  const isWorthless = sql`sent_at is null and abandoned_at is null and expires_at <= now()`;
  await sql`delete from outbox where forget_when_sent and ${isWorthless}`.execute(database);
  // A letter that expires between the two statements is deleted the next time.
  await sql`
    update outbox set abandoned_at = now(), text_body = null, html_body = null
    where not forget_when_sent and ${isWorthless}`.execute(database);
}

/** The state of a letter, without its content and its recipient. */
export interface Delivery {
  /** The name of the letter: "reset", "activation". */
  letter: string;
  /** ABANDONED: the letter was worthless before it could be sent. */
  state: "WAITING" | "SENT" | "ABANDONED";
  writtenAt: Date;
  sentAt: Date | undefined;
  attempts: number;
  /** The last fault as codes; undefined without a fault and after sending. */
  lastError: string | undefined;
}

/** Lists the account's newest twenty letters, newest first. The outbox keeps a letter for 30 days after it was sent or abandoned. */
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

/** Why a letter could not be delivered, in codes alone. A mail server's sentence would name the recipient. */
interface DeliveryFault {
  /** For example "EENVELOPE 550 5.1.1" or "ECONNECTION". */
  name: string;
  /** The server refused it permanently (RFC 5321, section 4.2.1: 5yz). */
  isRefusal: boolean;
}

function describeFault(error: unknown): DeliveryFault {
  if (!(error instanceof Error)) return { name: "unknown", isRefusal: false };
  const { code, responseCode, response } = error as Error & Partial<Record<"code" | "responseCode" | "response", unknown>>;
  const status = typeof responseCode === "number" && responseCode >= 400 && responseCode < 600 ? responseCode : undefined;
  const enhanced = typeof response === "string" ? /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})(?!\S)/.exec(response)?.[1] : undefined;
  const kind = typeof code === "string" && /^[A-Z_]{3,20}$/.test(code) ? code : undefined;
  const name = [kind, status, enhanced].filter((part) => part !== undefined).join(" ");
  return { name: name === "" ? "unknown" : name, isRefusal: status !== undefined && status >= 500 };
}
