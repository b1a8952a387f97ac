/** An administrator sees the portal as another person sees it: read only, and for a short time. The person learns the reason. */
import * as z from "zod/mini";
import { defineEndpoint, exampleId } from "#/endpoint.ts";
import { id, nameOf } from "#/fields.ts";
import { limits } from "#/limits.ts";

/** Why a view ended: by its button, by its time, with the administrator's session, or with the viewed account. */
export const supportViewEnds = ["BUTTON", "TIME", "SESSION", "ACCOUNT"] as const;
export type SupportViewEnd = (typeof supportViewEnds)[number];

/** From then on all calls of this session are answered as the viewed person, and nothing can be changed. */
export const beginSupportView = defineEndpoint({
  name: "beginSupportView",
  method: "POST",
  path: "users/{userId}/support-view",
  summary: "See the portal as another person sees it, read only, for 15 minutes; the person gets an email with the reason",
  example: { params: { userId: exampleId }, body: { reason: "The teacher does not find her class." } },
  access: { by: "session", permission: "admin", scope: "platform" },
  params: z.object({ userId: id }),
  body: z.strictObject({ reason: nameOf(limits.supportView.reason, { fault: "errors.supportReasonLength" }) }),
  status: 201,
  response: z.object({ endsAt: z.string() }),
  refusals: [
    "errors.notFound",
    "errors.notYourself",
    "errors.statusNotAllowed",
    "errors.loginTooOld",
    "errors.supportReasonLength",
    "errors.supportViewOpen",
    "errors.supportViewAdministrator",
    "errors.supportViewStudent",
  ],
});

/**
 * Pages call it also after the time is over. Before that call the session changes nothing, because its pages may still show the viewed
 * person.
 */
export const endSupportView = defineEndpoint({
  name: "endSupportView",
  method: "POST",
  path: "support-view/end",
  summary: "End the session's view of another person; without a view nothing happens",
  example: { body: {} },
  // The session has the viewed person's way to log in, which may be a badge.
  access: { by: "session", permission: "none", scope: "self", badgeSession: "allowed" },
  duringMaintenance: "works",
  duringSupportView: "works",
  body: z.strictObject({}),
  response: z.object({
    /** The person who was viewed. */
    accountId: z.optional(id),
  }),
  refusals: [],
});
