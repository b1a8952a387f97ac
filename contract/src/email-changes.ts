/**
 * Another address for an account whose owner has logged in: a school proposes it, the owner or the platform decides (DESIGN
 * A26). The administrators' calls are in users.ts.
 */
import * as z from "zod/mini";
import { defineEndpoint, exampleSecret } from "#/endpoint.ts";
import { email, linkToken } from "#/fields.ts";

const answer = z.enum(["confirm", "refuse"]);

export const emailProposal = z.object({
  /** The proposed address. */
  email: z.string(),
  proposedAt: z.string(),
  expiresAt: z.string(),
});
export type EmailProposal = z.infer<typeof emailProposal>;

export const checkEmailProposal = defineEndpoint({
  name: "checkEmailProposal",
  example: { params: { code: exampleSecret } },
  method: "GET",
  path: "email-proposals/{code}",
  summary: "Get the change of address of a mailed code; reads only",
  access: { by: "anyone", scope: "public" },
  params: z.object({ code: linkToken }),
  /** `email` is the present address. The organization whose manager proposed the change is absent if an operator has removed it. */
  response: z.object({ email: z.string(), proposedEmail: z.string(), organization_key: z.optional(z.string()) }),
  refusals: ["errors.emailProposalEnded"],
});

export const answerEmailProposal = defineEndpoint({
  name: "answerEmailProposal",
  example: { body: { token: exampleSecret, answer: "refuse" } },
  method: "POST",
  path: "email-proposals/answer",
  summary: "Confirm or refuse a change of address with the link that was emailed to the present address",
  access: { by: "anyone", scope: "public" },
  body: z.strictObject({ token: linkToken, answer }),
  bodyKind: "form",
  form: { doneAt: "/account/confirm-email?done=1", refusedAt: "/account/confirm-email", proof: "token" },
  response: z.object({}),
  refusals: ["errors.emailProposalEnded", "errors.emailTaken"],
});

export const getOwnEmailProposal = defineEndpoint({
  name: "getOwnEmailProposal",
  method: "GET",
  path: "users/own-email-proposal",
  summary: "Get the caller's open change of address",
  access: { by: "session", permission: "none", scope: "self" },
  /** Null without a proposal, and after its end. */
  response: z.object({ proposal: z.nullable(emailProposal) }),
  refusals: [],
});

/**
 * Confirming ends every session, also the caller's, because the new address must prove itself first. `email` is the proposed address
 * that the caller saw. A school may have proposed another address since then. That is refused. Pages of the previous release name
 * no address: they may refuse, but not confirm (errors.changedMeanwhile).
 */
export const answerOwnEmailProposal = defineEndpoint({
  name: "answerOwnEmailProposal",
  example: { body: { answer: "refuse", email: "kari@school.example" } },
  method: "POST",
  path: "users/own-email-proposal",
  summary: "Confirm or refuse the caller's change of address",
  access: { by: "session", permission: "none", scope: "self" },
  body: z.strictObject({ answer, email: z.optional(email) }),
  response: z.object({}),
  refusals: ["errors.emailProposalEnded", "errors.changedMeanwhile", "errors.emailTaken", "errors.loginTooOld"],
});
