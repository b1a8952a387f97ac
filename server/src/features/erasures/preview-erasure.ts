import type { ResponseOf } from "@storyport/contract/endpoint";
import type { previewErasure as endpoint } from "@storyport/contract/erasures";
import type { AppContext } from "#/context.ts";
import { ownedStudent } from "#/features/players/owned-student.ts";
import type { Session } from "#/platform/http/caller.ts";
import { listClassesOf } from "./queries.ts";

/** Returns what the question before an erasure says about the student. Needs no recent login. Refuses like `ownedStudent`. */
export async function previewErasure({ database }: AppContext, session: Session, userId: string): Promise<ResponseOf<typeof endpoint>> {
  const { display_name: displayName, sharedPlayers, organizationId } = await ownedStudent(database, session, userId);
  return { displayName, sharedPlayers, classes: await listClassesOf(database, userId, organizationId) };
}
