/** A student who changes schools. The old school opens a transfer, and the new school accepts or declines it by its link. */
import * as z from "zod/mini";
import { defineEndpoint, exampleId, exampleSecret } from "#/endpoint.ts";
import { email, id, linkToken } from "#/fields.ts";

/** The calls of the sending school need OWNER of the class. Accepting needs MODIFY of the new class, declining no right on a class. */
const bySession = { by: "session", permission: "manage_players", scope: "organization" } as const;
const ofClass = z.object({ playerGroupId: id });

export const transferStates = ["open", "accepted", "declined", "withdrawn", "expired"] as const;
export type TransferState = (typeof transferStates)[number];

/** A transfer as the sending school sees it. Never the link, which is shown once. */
export const transfer = z.object({
  id,
  studentName: z.string(),
  state: z.enum(transferStates),
  openedAt: z.string(),
  expiresAt: z.string(),
  /**
   * When it was accepted, declined or withdrawn, also by the operator or because the teacher left. For an expired transfer its expiry, once
   * the same school offers the student again.
   */
  endedAt: z.optional(z.string()),
  /** The key of the school that accepted or declined. */
  toSchool: z.optional(z.string()),
});
export type Transfer = z.infer<typeof transfer>;

/** At most 200. */
export const listTransfers = defineEndpoint({
  name: "listTransfers",
  method: "GET",
  path: "player-groups/{playerGroupId}/transfers",
  summary: "List the transfers of a class's students to other schools, newest first",
  example: { params: { playerGroupId: exampleId } },
  access: bySession,
  params: ofClass,
  response: z.object({ id, groupName: z.string(), transfers: z.array(transfer) }),
  refusals: ["errors.notFound", "errors.notAllowed"],
});

/** The link is in this answer, and in the e-mail if an address is given. It works for fourteen days. */
export const openTransfer = defineEndpoint({
  name: "openTransfer",
  method: "POST",
  path: "player-groups/{playerGroupId}/transfers",
  summary: "Offer a student of an own class to another school, by a link for a colleague there",
  example: { params: { playerGroupId: exampleId }, body: { studentUserId: exampleId, email: "colleague@school.example" } },
  access: bySession,
  params: ofClass,
  body: z.strictObject({ studentUserId: id, email: z.optional(email) }),
  status: 201,
  response: z.object({ id, link: z.string(), expiresAt: z.string() }),
  refusals: ["errors.notFound", "errors.notAllowed", "errors.transferOpen", "errors.transferNotStudent", "errors.tooManyAttempts"],
});

export const withdrawTransfer = defineEndpoint({
  name: "withdrawTransfer",
  method: "DELETE",
  path: "transfers/{transferId}",
  summary: "Withdraw an open transfer of an own class; its link ends",
  example: { params: { transferId: exampleId } },
  access: bySession,
  params: z.object({ transferId: id }),
  status: 204,
  refusals: ["errors.notFound", "errors.notAllowed", "errors.transferEnded", "errors.transferExpired"],
});

const dead = ["errors.notFound", "errors.transferEnded", "errors.transferExpired", "errors.transferOwnSchool"] as const;

const organizationName = z.object({ id, organization_key: z.string() });

/** A transfer as the receiving school sees it. */
export const offeredTransfer = z.object({
  studentName: z.string(),
  /** The key of the sending school. */
  fromSchool: z.string(),
  expiresAt: z.string(),
  /** Every school is within the caller's reach, so the caller names the school first. Until then there are no classes. */
  asksForSchool: z.boolean(),
  /** At most 1,000 classes at other schools that the caller may modify, by name, without archived classes. */
  classes: z.array(z.object({ playerGroupId: id, groupName: z.string(), organization: organizationName })),
  /** The other schools for which the caller may decline. A school needs no class for that. Older portals send none. */
  schools: z.optional(z.array(organizationName)),
});
export type OfferedTransfer = z.infer<typeof offeredTransfer>;

export const checkTransfer = defineEndpoint({
  name: "checkTransfer",
  method: "POST",
  path: "transfers/check",
  summary: "Get the transfer of a link, and the caller's classes that the student may go to; changes nothing",
  example: { body: { token: exampleSecret } },
  changesState: false,
  access: bySession,
  /** With `organizationId` only the classes of this school. */
  body: z.strictObject({ token: linkToken, organizationId: z.optional(id) }),
  response: offeredTransfer,
  refusals: [...dead],
});

export const acceptTransfer = defineEndpoint({
  name: "acceptTransfer",
  method: "POST",
  path: "transfers/accept",
  summary: "Take the student of a transfer into an own class of another school; the former school keeps its player and its results",
  example: { body: { token: exampleSecret, playerGroupId: exampleId } },
  access: bySession,
  body: z.strictObject({ token: linkToken, playerGroupId: id }),
  response: z.object({ playerGroupId: id, groupName: z.string(), studentName: z.string() }),
  refusals: [
    ...dead,
    "errors.notAllowed",
    "errors.transferStudentLeft",
    "errors.transferNotStudent",
    "errors.transferAlreadyHere",
    "errors.playerGroupFull",
  ],
});

export const declineTransfer = defineEndpoint({
  name: "declineTransfer",
  method: "POST",
  path: "transfers/decline",
  summary: "Decline the transfer of a link for a school; nothing changes for the student",
  example: { body: { token: exampleSecret, organizationId: exampleId } },
  access: bySession,
  body: z.strictObject({ token: linkToken, organizationId: id }),
  status: 204,
  refusals: [...dead, "errors.notAllowed"],
});
