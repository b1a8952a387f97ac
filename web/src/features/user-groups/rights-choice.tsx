import { listPlayerGroupRightsOf } from "@storyport/contract/player-groups";
import type { PlayerGroupRight } from "@storyport/contract/player-groups";
import type { UserGroupDetails } from "@storyport/contract/user-groups";
import { m } from "@storyport/texts/messages";
import { reasonText } from "#/api/failure-text.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { FailureNotice } from "#/shell/failure-notice.tsx";
import { highestGivable, levelsUpTo } from "#/features/player-groups/holds-on-group.ts";
import { rightsText } from "#/features/player-groups/rights-text.ts";
import { useUser } from "#/shell/portal.ts";
import { Checkbox } from "#/ui/checkbox.tsx";
import { FieldGroup, useFieldIds } from "#/ui/field.tsx";
import { Select } from "#/ui/select.tsx";
import { Pending } from "#/ui/spinner.tsx";
import { VisuallyHidden } from "#/ui/visually-hidden.tsx";
import { higherOf, readRights, withRight } from "./written-rights.ts";
import styles from "./user-groups.module.css";
import { userGroupTexts } from "./user-group-words.ts";

interface RightsChoiceProps {
  organizationId: string;
  /** As written-rights.ts writes them. */
  selected: readonly string[];
  onChange: (rights: string[]) => void;
  /** The rights that the user group has already; absent while it is created. */
  had?: UserGroupDetails["playerGroupRights"];
}

/**
 * The player groups of an organization. Each has a choice of the level for the user group's members, up to what the user may give. A higher
 * level that the user group has already may stay.
 */
export function RightsChoice({ organizationId, selected, onChange, had = [] }: RightsChoiceProps) {
  const texts = { label: m["userGroups.rights"](), hint: m["userGroups.rightsHint"]() };
  const ids = useFieldIds(texts);
  const user = useUser();
  const { data, error, refetch } = useEndpoint(listPlayerGroupRightsOf, { params: { orgId: organizationId } });
  if (error !== null && data === undefined) {
    return (
      <FailureNotice onRetry={() => void refetch()}>
        {m["userGroups.rightsFailed"]({ reason: reasonText(error.failure, userGroupTexts) })}
      </FailureNotice>
    );
  }
  if (data === undefined) return <Pending>{m["userGroups.rightsLoading"]()}</Pending>;
  const offered = offeredGroups(data, had, user);
  return (
    <FieldGroup texts={texts} ids={ids}>
      {offered.length === 0 && <p>{m["userGroups.noPlayerGroups"]()}</p>}
      <ul className={styles["rights"]}>
        {offered.map((group) => (
          <RightLine key={group.id} group={group} selected={selected} onChange={onChange} />
        ))}
      </ul>
    </FieldGroup>
  );
}

interface OfferedGroup {
  id: string;
  name: string;
  highest: PlayerGroupRight["rights_type"];
}

/** Offers only regular groups (specification, section 3), and groups on which the user group already has a right. */
function offeredGroups(
  held: readonly PlayerGroupRight[],
  had: UserGroupDetails["playerGroupRights"],
  user: ReturnType<typeof useUser>,
): OfferedGroup[] {
  const normal = held.filter(({ group_type, rights_type }) => group_type === "REGULAR" && rights_type !== "NONE");
  const groups = new Map(
    normal.map((group) => [group.player_group_id, { name: group.group_name, highest: highestGivable(group.rights_type, user) }]),
  );
  for (const { playerGroupId, groupName, rightsType } of had) {
    groups.set(playerGroupId, { name: groupName, highest: higherOf(groups.get(playerGroupId)?.highest ?? "NONE", rightsType) });
  }
  return [...groups].map(([id, group]) => ({ id, ...group }));
}

type RightLineProps = Pick<RightsChoiceProps, "selected" | "onChange"> & { group: OfferedGroup };

function RightLine({ group: { id, name, highest }, selected, onChange }: RightLineProps) {
  const level = readRights(selected).find(({ playerGroupId }) => playerGroupId === id)?.rightsType;
  const levels = levelsUpTo(highest);
  return (
    <li className={styles["right"]}>
      <Checkbox
        label={<bdi>{name}</bdi>}
        name="playerGroups"
        value={id}
        checked={level !== undefined}
        onChange={(event) => onChange(withRight(selected, id, event.currentTarget.checked ? "READ" : undefined))}
      />
      {level !== undefined && (
        <Select
          label={<VisuallyHidden>{m["userGroups.levelOn"]({ name })}</VisuallyHidden>}
          options={levels.map((value) => ({ value, label: rightsText(value) }))}
          value={level}
          onChange={(event) => {
            const chosen = levels.find((one) => one === event.currentTarget.value);
            if (chosen !== undefined) onChange(withRight(selected, id, chosen));
          }}
        />
      )}
    </li>
  );
}
