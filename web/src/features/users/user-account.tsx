import type { UserDetails } from "@storyport/contract/user-details";
import { useState } from "react";
import { RemoveMemberDialog } from "#/features/organizations/remove-member-dialog.tsx";
import { useUser } from "#/shell/portal.ts";
import { Notice } from "#/ui/notice.tsx";
import { UserActions } from "./user-actions.tsx";
import { UserLetters } from "./user-letters.tsx";
import { UserOverview } from "./user-overview.tsx";

interface UserAccountProps {
  user: UserDetails;
  /** Called with a sentence if the account has left the last organization that a manager shared with it. */
  onOutOfReach: (sentence: string) => void;
}

/** An account's facts, roles and groups, and the actions on it. */
export function UserAccount({ user, onOutOfReach }: UserAccountProps) {
  const isAdmin = useUser().permissions.includes("admin");
  const [chosen, setChosen] = useState<UserDetails["organizations"][number]>();
  const [done, setDone] = useState<string>();
  const isInOneOrganization = user.organizations.length === 1;
  const isOfPlatform = user.roles.some(({ organizationId }) => organizationId === undefined);

  return (
    <>
      {done !== undefined && <Notice takesFocus={done} tone="success" title={done} />}
      <UserOverview
        user={user}
        onRemove={(organization) => {
          setDone(undefined);
          setChosen(organization);
        }}
      />
      <UserActions user={user} />
      <UserLetters letters={user.letters} />
      {chosen !== undefined && (
        <RemoveMemberDialog
          organization={{ id: chosen.id, key: chosen.organization_key }}
          // A manager of one organization does not see the others.
          member={{
            id: user.id,
            name: user.displayName ?? user.email ?? user.id,
            isLast: isAdmin ? isInOneOrganization && !isOfPlatform : undefined,
          }}
          onDone={(sentence) => {
            setChosen(undefined);
            if (isInOneOrganization && !isAdmin) onOutOfReach(sentence);
            else setDone(sentence);
          }}
          onCancel={() => setChosen(undefined)}
        />
      )}
    </>
  );
}
