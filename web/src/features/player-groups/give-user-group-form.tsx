import type { PlayerGroupDetails } from "@storyport/contract/player-groups";
import { listUserGroupsOf } from "@storyport/contract/user-groups";
import { rightsLevels } from "@storyport/contract/vocabulary";
import { m } from "@storyport/texts/messages";
import type { ReactNode } from "react";
import { reasonText } from "#/api/failure-text.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { useUser } from "#/shell/portal.ts";
import { Button } from "#/ui/button.tsx";
import { Card } from "#/ui/card.tsx";
import { Notice } from "#/ui/notice.tsx";
import { Select } from "#/ui/select.tsx";
import { Stack } from "#/ui/stack.tsx";
import { givableLevels } from "./holds-on-group.ts";
import { LevelSelect } from "./level-select.tsx";
import type { Given, HeldRight } from "./held-right.ts";

interface GiveUserGroupFormProps {
  group: PlayerGroupDetails;
  rights: readonly HeldRight[];
  isBusy: boolean;
  /** What came of the last use of this form. */
  result: ReactNode;
  onGive: (given: Given) => Promise<boolean>;
}

/** Gives a user group's members a rights level, as long as they are members. It has only choices, so it keeps no draft. */
export function GiveUserGroupForm({ group, rights, isBusy, result, onGive }: GiveUserGroupFormProps) {
  const user = useUser();
  const { data, error } = useEndpoint(listUserGroupsOf, { params: { orgId: group.organization.id } });
  const isHolder = (id: string) => rights.some(({ userGroupId }) => userGroupId === id);
  const others = data?.filter(({ id, groupType }) => groupType !== "ARCHIVED" && !isHolder(id)) ?? [];
  const handleGive = async (form: HTMLFormElement) => {
    const typed = new FormData(form);
    const chosen = others.find(({ id }) => id === typed.get("userGroup"));
    const level = rightsLevels.find((one) => one === typed.get("level"));
    if (isBusy || chosen === undefined || level === undefined) return;
    await onGive({ userGroupId: chosen.id, holder: chosen.groupName, level });
  };
  return (
    <Card>
      <h2>{m["playerGroups.giveUserGroup"]()}</h2>
      {error !== null && <Notice tone="error">{m["playerGroups.userGroupsFailed"]({ reason: reasonText(error.failure) })}</Notice>}
      {data !== undefined && others.length === 0 && <p>{m["playerGroups.noUserGroups"]()}</p>}
      {result}
      {others.length > 0 && (
        <Stack
          as="form"
          onSubmit={(event) => {
            event.preventDefault();
            void handleGive(event.currentTarget);
          }}
        >
          <Select
            label={m["playerGroups.userGroup"]()}
            name="userGroup"
            options={others.map(({ id, groupName }) => ({ value: id, label: groupName }))}
            placeholder={m["playerGroups.chooseUserGroup"]()}
            required
          />
          <LevelSelect label={m["playerGroups.rights"]()} levels={givableLevels(group, user)} defaultValue="READ" />
          <Button type="submit" pending={isBusy} pendingText={m["app.waiting"]()}>
            {m["playerGroups.give"]()}
          </Button>
        </Stack>
      )}
    </Card>
  );
}
