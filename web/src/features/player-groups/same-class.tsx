import { limits } from "@storyport/contract/limits";
import { searchPlayerGroupRights } from "@storyport/contract/player-groups";
import type { PlayerGroupRight } from "@storyport/contract/player-groups";
import { codePoints, plainName } from "@storyport/contract/text-rules";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import type { Call } from "#/api/call.ts";
import { buttonClass } from "#/ui/button-class.ts";
import { isolate } from "#/ui/isolate.ts";
import { Notice } from "#/ui/notice.tsx";

/** Finds a class of the user that has this name in the organization, apart from capital letters. Archived classes do not count. */
export async function findSameClass(
  call: Call,
  { name, organizationId }: { name: string; organizationId: string },
): Promise<PlayerGroupRight | undefined> {
  // No class has such a name. The server refuses it when the class is created, and says why.
  if (codePoints(name) > limits.playerGroupName.max) return undefined;
  const stored = plainName(name);
  const { results } = await call(searchPlayerGroupRights, { query: { query: stored, organizationId } });
  return results.find(({ group_name: present }) => present.toLocaleLowerCase() === stored.toLocaleLowerCase());
}

/** Warns that there is a class of this name, with a link to it. */
export function SameClassNotice({ group: { player_group_id: playerGroupId, group_name: name } }: { group: PlayerGroupRight }) {
  return (
    <Notice takesFocus title={m["playerGroups.sameClass"]({ name: isolate(name) })}>
      <Link to="/player-groups/$playerGroupId" params={{ playerGroupId }} search={{}} className={buttonClass("secondary", "small")}>
        {m["classImports.toClass"]({ name: isolate(name) })}
      </Link>
    </Notice>
  );
}
