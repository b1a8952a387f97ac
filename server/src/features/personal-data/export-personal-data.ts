import type { Transaction } from "kysely";
import { keptSecrets, personalDataSchema } from "@storyport/contract/personal-data";
import type { PersonalData, PersonalEvent } from "@storyport/contract/personal-data";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { ownedStudent } from "#/features/players/owned-student.ts";
import { isAdministrator } from "#/features/rights/reach.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller, Session } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { takeAttempt, throttleKey } from "#/platform/throttle.ts";
import { findAccountRecord, findPerson, findTime, listEvents, listSections } from "./queries.ts";
import type { PersonAsked } from "./sections.ts";

export interface PersonalExport {
  data: PersonalData;
  /** The parts of the history after the first. Each is read when the caller takes it. */
  olderEvents: AsyncIterable<PersonalEvent[]>;
}

export interface PersonalDataWish {
  userId: string;
  /** The part of the history before this event. */
  before?: string | undefined;
}

/** An export reads many tables, so an account may make sixty in an hour. The sixtieth is still accepted, and begins the wait. */
const policy = { free: 59, firstWaitSeconds: 3600, longestWaitSeconds: 3600, stopAt: 60, windowSeconds: 3600 };
/** A longer history comes in parts (docs/decisions/0056). */
const mostEvents = 2000;

/**
 * Collects everything that the portal holds about a person (GDPR, articles 15 and 20), at one moment, and records it. Every user may ask for
 * their own data, and an administrator for any account. A teacher with OWNER on a student's class may ask for what belongs to its school.
 * Never contains a secret or another person's data. Refuses a deleted or missing account with errors.notFound, a teacher like `ownedStudent`,
 * and more than sixty exports an hour with errors.tooManyAttempts.
 */
export async function exportPersonalData(
  { database, settings }: AppContext,
  caller: LoggedInCaller,
  wish: PersonalDataWish,
): Promise<PersonalExport> {
  const { userId, before } = wish;
  const { session } = caller;
  await takeAttempt(database, throttleKey("personal-data", session.accountId), policy);
  // One snapshot for all tables.
  return database
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (transaction) => {
      const person = await personInReach(transaction, session, userId);
      const history = await readPart(transaction, person, before);
      const data: PersonalData = {
        schema: personalDataSchema,
        exportedAt: await findTime(transaction),
        timeZone: settings.timeZone,
        account: await findAccountRecord(transaction, person),
        sections: await listSections(transaction, person),
        keptNotShown: [...keptSecrets],
        history,
      };
      await recordEvent(transaction, caller, {
        event: "personal_data_exported",
        actorId: session.accountId,
        targetId: userId,
        organizationId: person.within ?? undefined,
      });
      return { data, olderEvents: readOlder(database, person, history.next) };
    });
}

async function readPart(database: Database, person: PersonAsked, before: string | undefined): Promise<PersonalData["history"]> {
  const events = await listEvents(database, person, { before, most: mostEvents + 1 });
  const shown = events.slice(0, mostEvents);
  return {
    events: shown.map(({ id: _, at, ...event }) => ({ at: at.toISOString(), ...event })),
    next: events.length > mostEvents ? (shown.at(-1)?.id ?? null) : null,
  };
}

/** Holds no connection between two parts. */
async function* readOlder(database: Database, person: PersonAsked, first: string | null): AsyncGenerator<PersonalEvent[]> {
  for (let next = first; next !== null;) {
    const part = await readPart(database, person, next);
    yield part.events;
    ({ next } = part);
  }
}

async function personInReach(transaction: Transaction<Tables>, session: Session, userId: string): Promise<PersonAsked> {
  if (userId === session.accountId || isAdministrator(session)) {
    const found = await findPerson(transaction, userId);
    if (found === undefined) throw new Refusal("errors.notFound");
    return { accountId: userId, email: found.email, within: null };
  }
  const student = await ownedStudent(transaction, session, userId);
  return { accountId: student.id, email: student.email, within: student.organizationId };
}
