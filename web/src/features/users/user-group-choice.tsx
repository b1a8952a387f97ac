import type { UserGroup } from "@storyport/contract/user-groups";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { reasonText } from "#/api/failure-text.ts";
import { roleName } from "#/features/accounts/role-words.ts";
import { FailureNotice } from "#/shell/failure-notice.tsx";
import { listed } from "#/shell/listed.ts";
import { Button } from "#/ui/button.tsx";
import { CheckboxList } from "#/ui/checkbox-list.tsx";
import { isolate } from "#/ui/isolate.ts";
import { Pending } from "#/ui/spinner.tsx";
import { Stack } from "#/ui/stack.tsx";
import type { Choices } from "./use-choices.ts";
import { userTexts } from "./user-words.ts";

interface UserGroupChoiceProps {
  groups: Choices["groups"];
  chosen: readonly string[];
  /** The groups that the account has. */
  had?: readonly string[];
  /** Groups can only be removed here. */
  isRemoveOnly?: boolean;
  onChange: (groups: string[]) => void;
}

/** The user groups of an organization, with details on demand. Archived and hidden groups are listed only if they are chosen or `had`. */
export function UserGroupChoice({ groups, chosen, had = [], isRemoveOnly = false, onChange }: UserGroupChoiceProps) {
  const [showsDetails, setShowsDetails] = useState(false);
  if (groups.failure !== undefined) {
    return (
      <FailureNotice onRetry={groups.retry}>{m["users.groupsFailed"]({ reason: reasonText(groups.failure, userTexts) })}</FailureNotice>
    );
  }
  if (groups.all === undefined) return <Pending>{m["users.groupsLoading"]()}</Pending>;
  const offered = groups.all
    .filter(({ id, groupType }) => groupType === "REGULAR" || chosen.includes(id) || had.includes(id))
    .filter(({ id }) => !isRemoveOnly || had.includes(id));
  return (
    <Stack distance="small">
      <CheckboxList
        label={m["users.userGroups"]()}
        name="userGroups"
        selected={chosen}
        onChange={onChange}
        options={offered.map((group) => ({
          value: group.id,
          label: <bdi>{group.groupName}</bdi>,
          hint: showsDetails ? detailsOf(group) : undefined,
        }))}
        empty={isRemoveOnly ? <p>{m["users.noGroups"]()}</p> : <NoGroups />}
      />
      {offered.length > 0 && (
        <Button variant="quiet" aria-pressed={showsDetails} onClick={() => setShowsDetails(!showsDetails)}>
          {showsDetails ? m["users.hideDetails"]() : m["users.showDetails"]()}
        </Button>
      )}
    </Stack>
  );
}

function NoGroups() {
  return (
    <p>
      {m["users.noUserGroups"]()} <Link to="/user-groups/create-user-group">{m["userGroups.create"]()}</Link>
    </p>
  );
}

/** Fewer than a list names of each group (`limits.list.namedOfUserGroup`), so that the details know when there are others. */
const mostNamed = 10;

function detailsOf({ roles, playerGroups, membersInfo }: UserGroup): string {
  const names = playerGroups.map(({ groupName }) => isolate(groupName));
  const first = m["users.groupDetailsOthers"]({ names: names.slice(0, mostNamed).join(", ") });
  return m["users.groupDetails"]({
    roles: listed(roles.map((role) => roleName(role))) || "-",
    playerGroups: names.length > mostNamed ? first : listed(names) || "-",
    members: membersInfo.memberCount,
  });
}
