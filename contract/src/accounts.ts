/** What an account's owner does with it. */
import * as z from "zod/mini";
import { defineEndpoint } from "#/endpoint.ts";
import { text } from "#/fields.ts";

/** The name is checked by `displayNameFault` on both sides: its refusals are sentences of the error catalogue. */
export const setDisplayName = defineEndpoint({
  name: "setDisplayName",
  method: "POST",
  path: "users/set-display-name",
  summary: "Set one's own display name",
  access: { by: "session", permission: "none", scope: "self" },
  body: z.strictObject({ displayName: text.check(z.maxLength(1000)) }),
  response: z.object({ displayName: z.string() }),
  refusals: ["errors.displayNameNotPermitted", "errors.displayNameLength", "errors.displayNameSpecialCharacters"],
});
