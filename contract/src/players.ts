/** The children who play, and the accounts they log in with (specification, section 3). */
import * as z from "zod/mini";
import { defineEndpoint } from "#/endpoint.ts";
import { displayNameFault, id, text } from "#/fields.ts";
import { locale } from "#/vocabulary.ts";

const nameFault = "errors.studentNameInvalid";

/** The specification's student creation. The name is held to the rule of display names, which it becomes. */
export const createStudent = defineEndpoint({
  name: "createStudent",
  method: "POST",
  path: "students",
  summary: "Create a student with a player in a group one may modify",
  access: { by: "session", permission: "manage_players", scope: "organization" },
  body: z.strictObject({
    studentName: text.check(
      z.maxLength(1000),
      z.refine((name) => displayNameFault(name) === undefined, nameFault),
    ),
    groupId: id,
    locale: z._default(locale, "en"),
  }),
  status: 201,
  response: z.object({ id, studentName: z.string() }),
  refusals: ["errors.notFound", "errors.notAllowed", "errors.studentNameInvalid"],
});
