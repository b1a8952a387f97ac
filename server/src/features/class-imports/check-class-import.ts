import type { JudgedRow, checkClassImport as endpoint } from "@storyport/contract/class-imports";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { findPlace, judgeList } from "./judge-list.ts";

/**
 * Says of each row of a list what an import would do with it, and writes nothing. A list goes to a class that the caller may modify. Or its
 * class names place it in an organization in which the caller manages players. Refuses a class or organization outside the caller's
 * reach, and an archived class, as not found. Refuses too low a right on the class, or a missing permission in the caller's own
 * organization, with errors.notAllowed. Refuses a list without a class and without an organization with errors.organizationRequired.
 */
export async function checkClassImport(
  { database }: AppContext,
  { session }: LoggedInCaller,
  { rows, ...wanted }: z.output<typeof endpoint.body>,
): Promise<{ rows: JudgedRow[] }> {
  const place = await findPlace(database, session, wanted);
  const judged = await judgeList(database, session, { place, rows });
  return { rows: judged.map(({ externalId: _, rowClass: __, ...row }) => row) };
}
