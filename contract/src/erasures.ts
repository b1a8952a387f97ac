/** A student who leaves is erased on request. The receipt says what was erased, and never names the child. */
import * as z from "zod/mini";
import { defineEndpoint, exampleId } from "#/endpoint.ts";
import { id } from "#/fields.ts";

/** Who asked for the erasure. There is no free text, because it would keep what the erasure removes. */
export const erasureAskers = ["PARENT", "STUDENT", "SCHOOL"] as const;
export type ErasureAsker = (typeof erasureAskers)[number];

/**
 * How many rows of each kind were erased. `players`: players that only the student played, now without a name. `sharedPlayers`: players
 * that other students play too, which keep their names. `gameLogins`: logins to games, and codes that waited for a game. `other`: rows of
 * all other tables, without the links to those players.
 */
export const erasedCounts = z.object({
  players: z.number(),
  sharedPlayers: z.number(),
  badges: z.number(),
  oneTimeCodes: z.number(),
  sessions: z.number(),
  gameLogins: z.number(),
  other: z.number(),
});
export type ErasedCounts = z.infer<typeof erasedCounts>;

export const erasure = z.object({
  /** Eight characters, to be typed in and found again. */
  number: z.string(),
  erasedAt: z.string(),
  askedBy: z.enum(erasureAskers),
  /**
   * The display name, else the address; null if the account is gone. Non-administrators also get null unless the person belongs to the
   * school.
   */
  erasedBy: z.nullable(z.string()),
  organization: z.object({ id, organization_key: z.string(), description: z.string() }),
  erased: erasedCounts,
  /** Until then the receipt is found by its number. */
  keptUntil: z.string(),
  /** The portal's time zone, in which a page shows the times. */
  timeZone: z.string(),
});
export type Erasure = z.infer<typeof erasure>;

const byTeacher = { by: "session", permission: "manage_players", scope: "organization" } as const;

/**
 * Crockford's Base32: capitals and digits without I, L, O and U. Accepts what a person reads or types: lower case, spaces, a
 * hyphen, O for 0, I and L for 1.
 */
export const erasureNumber = z.string().check(
  z.maxLength(40),
  z.overwrite((typed) => typed.toUpperCase().replace(/[\s-]/g, "").replaceAll("O", "0").replace(/[IL]/g, "1")),
  z.regex(/^[0-9A-HJKMNP-TV-Z]{8}$/, "errors.invalidInput"),
);

export const previewErasure = defineEndpoint({
  name: "previewErasure",
  method: "GET",
  path: "users/{userId}/erasure",
  summary: "Get what the question before an erasure says about the student",
  example: { params: { userId: exampleId } },
  access: byTeacher,
  params: z.object({ userId: id }),
  response: z.object({
    displayName: z.nullable(z.string()),
    /** Of classes that are not archived. */
    classes: z.array(z.object({ id, groupName: z.string() })),
    sharedPlayers: z.number(),
  }),
  refusals: ["errors.notFound", "errors.notAllowed", "errors.moreThanStudent"],
});

/** Administrators may erase any student. A repeated call of the same caller gets the same receipt for an hour. */
export const eraseStudent = defineEndpoint({
  name: "eraseStudent",
  method: "POST",
  path: "erasures",
  summary: "Erase a student of a class that the caller owns; answers the receipt",
  example: { body: { studentUserId: exampleId, askedBy: "PARENT" } },
  access: byTeacher,
  body: z.strictObject({ studentUserId: id, askedBy: z.enum(erasureAskers) }),
  status: 201,
  response: erasure,
  refusals: ["errors.loginTooOld", "errors.notFound", "errors.notAllowed", "errors.moreThanStudent"],
});

/** For everybody who manages players in the school. */
export const getErasure = defineEndpoint({
  name: "getErasure",
  method: "GET",
  path: "erasures/{number}",
  summary: "Get the receipt of an erased student by its number",
  example: { params: { number: "7K3QX0M2" } },
  access: byTeacher,
  params: z.object({ number: erasureNumber }),
  response: erasure,
  refusals: ["errors.notFound"],
});
