import type { UserDetails } from "@storyport/contract/user-details";
import { useEffect, useRef, useState } from "react";
import { RemoveMemberDialog } from "#/features/organizations/remove-member-dialog.tsx";
import { useUser } from "#/shell/portal.ts";
import { Notice } from "#/ui/notice.tsx";
import { UserDeeds } from "./user-deeds.tsx";
import { UserLetters } from "./user-letters.tsx";
import { UserOverview } from "./user-overview.tsx";

interface UserAccountProps {
  user: UserDetails;
  /** With what was done: the account is in none of one's organizations any more. */
  onOutOfReach: (sentence: string) => void;
}

/** What an account is and holds, and what one may do with it. */
export function UserAccount({ user, onOutOfReach }: UserAccountProps) {
  const isAdmin = useUser().permissions.includes("admin");
  const [asked, setAsked] = useState<UserDetails["organizations"][number]>();
  const [done, setDone] = useState<string>();
  const result = useRef<HTMLDivElement>(null);
  // The button that was pressed goes with its organization: the focus goes to what came of it.
  useEffect(() => {
    if (done !== undefined) result.current?.focus();
  }, [done]);
  const isAlone = user.organizations.length === 1;
  const isOfPlatform = user.roles.some(({ organizationId }) => organizationId === undefined);

  return (
    <>
      {done !== undefined && <Notice ref={result} tone="success" title={done} />}
      <UserOverview
        user={user}
        onRemove={(organization) => {
          setDone(undefined);
          setAsked(organization);
        }}
      />
      <UserDeeds user={user} />
      <UserLetters letters={user.letters} />
      {asked !== undefined && (
        <RemoveMemberDialog
          organization={{ id: asked.id, key: asked.organization_key }}
          // Who runs one organization does not see the others.
          member={{
            id: user.id,
            name: user.displayName ?? user.email ?? user.id,
            isLast: isAdmin ? isAlone && !isOfPlatform : undefined,
          }}
          onDone={(sentence) => {
            setAsked(undefined);
            if (isAlone && !isAdmin) onOutOfReach(sentence);
            else setDone(sentence);
          }}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </>
  );
}
