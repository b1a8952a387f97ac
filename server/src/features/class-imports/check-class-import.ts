import type { JudgedRow, checkClassImport as endpoint } from "@storyport/contract/class-imports";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { findPlace, judgeList } from "./judge-list.ts";

/**
 * Says of each row of a list what an import would do with it, and writes nothing. A list goes to a class that the caller may
 * modify, or by its class names to classes of an organization in which the caller manages players. Refuses
 * another class or organization like `findPlace`.
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
