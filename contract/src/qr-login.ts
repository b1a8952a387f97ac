/** Students' badges and one-time codes (specification, sections 2 and 3; DESIGN A6). */
import * as z from "zod/mini";
import { defineEndpoint, exampleId, exampleSecret } from "#/endpoint.ts";
import { id, text } from "#/fields.ts";
import { limits } from "#/limits.ts";
import { sessionUser } from "#/login.ts";
import { rightsLevel } from "#/vocabulary.ts";

const notABadge = "errors.qrLoginUrlInValid";

/**
 * Any text or none, because the operation must get wrong values too: a damaged badge ends the former child's session. The server's limit of
 * headers bounds the length.
 */
const badgeCode = z.optional(z.string(notABadge));

/** The specification makes it a GET, because a badge's link is opened like a page. */
export const logInWithBadge = defineEndpoint({
  name: "logInWithBadge",
  method: "GET",
  path: "qr/login",
  summary: "Log a student in with the code of a badge; the session lives for one hand-over",
  example: { query: { code: exampleSecret } },
  access: { by: "anyone", scope: "public" },
  checksProof: true,
  duringSupportView: "works",
  changesState: true,
  /** `replace`: the user confirmed that another user's session in this browser may end. */
  query: z.strictObject({ code: badgeCode, replace: z.optional(z.literal("true")) }),
  response: sessionUser,
  refusals: ["errors.qrLoginUrlInValid", "errors.otherSessionOpen", "errors.tooManyAttempts"],
});

/** A class's word and a number (`one-time-code.ts`); ignores case and spaces. It replaces another session without a question. */
export const logInWithOneTimeCode = defineEndpoint({
  name: "logInWithOneTimeCode",
  method: "POST",
  path: "qr/one-time-code",
  summary: "Log a student in with a one-time code from the teacher",
  example: { body: { code: "FKM407182" } },
  access: { by: "anyone", scope: "public" },
  checksProof: true,
  duringSupportView: "works",
  body: z.strictObject({ code: text.check(z.maxLength(32)) }),
  bodyKind: "form",
  form: { doneAt: "/post-login", refusedAt: "/login/code" },
  response: sessionUser,
  refusals: ["errors.oneTimeCodeInvalid", "errors.tooManyAttempts"],
});

/** The specification's QR code entry. */
export const badgeEntry = z.object({
  qrCodeUrl: z.string(),
  displayName: z.string(),
  groupName: z.string(),
  userId: id,
  expiresAt: z.string(),
});
export type BadgeEntry = z.infer<typeof badgeEntry>;

/** A student in the list of a group. The badge's content is shown only when it is printed. */
export const badgeHolder = z.object({
  userId: id,
  displayName: z.string(),
  /** The student's player in this group. */
  playerId: id,
  /** Whether the account has the badge login type. A student without it gets neither badges nor codes. */
  mayUseBadge: z.boolean(),
  /** The badge that works now; absent if the student has none of this group. */
  badge: z.optional(z.object({ createdAt: z.string(), expiresAt: z.string(), lastUsedAt: z.optional(z.string()) })),
  /** An issued code that is neither used nor expired. */
  oneTimeCode: z.optional(z.object({ expiresAt: z.string() })),
});
export type BadgeHolder = z.infer<typeof badgeHolder>;

const group = z.object({ playerGroupId: id });
/**
 * One student of the group (the specification's field), some of them (ours), or all if both are omitted. For new badges and codes,
 * "all" are the students with the badge login type. A named student without it is refused (errors.loginTypeNotAllowed).
 */
const whose = z
  .strictObject({
    studentUserId: z.optional(id),
    studentUserIds: z.optional(z.array(id).check(z.minLength(1), z.maxLength(limits.playersOfGroup.max))),
  })
  .check(
    z.refine(({ studentUserId, studentUserIds }) => studentUserId === undefined || studentUserIds === undefined, "errors.invalidInput"),
  );
const bySession = { by: "session", permission: "manage_players", scope: "organization" } as const;

export const listBadges = defineEndpoint({
  name: "listBadges",
  method: "GET",
  path: "player-groups/{playerGroupId}/badges",
  summary: "List the students of a group, also of an archived one, with the expiry of their badges",
  example: { params: { playerGroupId: exampleId } },
  access: bySession,
  params: group,
  response: z.object({ id, groupName: z.string(), rightsType: rightsLevel, students: z.array(badgeHolder) }),
  refusals: ["errors.notFound"],
});

export const issueBadges = defineEndpoint({
  name: "issueBadges",
  method: "POST",
  path: "player-groups/{playerGroupId}/badges",
  summary: "Issue new badges for one student, some or the whole group; the former ones end at once",
  example: { params: { playerGroupId: exampleId }, body: {} },
  access: bySession,
  params: group,
  body: whose,
  status: 201,
  response: z.array(badgeEntry),
  refusals: ["errors.loginTooOld", "errors.notFound", "errors.notAllowed", "errors.loginTypeNotAllowed"],
});

export const reprintBadges = defineEndpoint({
  name: "reprintBadges",
  method: "POST",
  path: "player-groups/{playerGroupId}/badges/reprint",
  summary: "Reprint the badges of one student, some or the whole group, unchanged",
  example: { params: { playerGroupId: exampleId }, body: {} },
  access: bySession,
  params: group,
  body: whose,
  response: z.array(badgeEntry),
  refusals: ["errors.loginTooOld", "errors.notFound", "errors.notAllowed"],
});

export const voidBadges = defineEndpoint({
  name: "voidBadges",
  method: "DELETE",
  path: "player-groups/{playerGroupId}/badges",
  summary: "Void the badges of one student, some or the whole group, and end the sessions and tokens that badges or one-time codes opened",
  example: { params: { playerGroupId: exampleId }, body: {} },
  access: bySession,
  params: group,
  body: whose,
  status: 204,
  refusals: ["errors.loginTooOld", "errors.notFound", "errors.notAllowed"],
});

/** The specification's otpCode, with the student's name and the expiry. The code expires with a lesson that ends earlier. */
export const oneTimeCode = z.object({ otpCode: z.string(), displayName: z.string(), userId: id, expiresAt: z.string() });
export type OneTimeCode = z.infer<typeof oneTimeCode>;

export const issueOneTimeCodes = defineEndpoint({
  name: "issueOneTimeCodes",
  method: "POST",
  path: "player-groups/{playerGroupId}/one-time-codes",
  summary: "Issue codes that log in one student, some or each of the group, once, within twenty minutes and the running lesson",
  example: { params: { playerGroupId: exampleId }, body: {} },
  access: bySession,
  params: group,
  body: whose,
  status: 201,
  response: z.array(oneTimeCode),
  refusals: ["errors.notFound", "errors.notAllowed", "errors.loginTypeNotAllowed", "errors.busy"],
});

export const voidOneTimeCodes = defineEndpoint({
  name: "voidOneTimeCodes",
  method: "DELETE",
  path: "player-groups/{playerGroupId}/one-time-codes",
  summary: "Void the unused one-time codes of given students and end what they opened, or void the whole group's codes",
  example: { params: { playerGroupId: exampleId }, body: {} },
  access: bySession,
  params: group,
  body: whose,
  status: 204,
  refusals: ["errors.notFound", "errors.notAllowed"],
});
