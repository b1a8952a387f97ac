import type { UserDetails } from "@storyport/contract/user-details";
import { m } from "@storyport/texts/messages";
import { useEffect, useRef } from "react";
import { failureText } from "#/api/failure-text.ts";
import { DialogFailure } from "#/features/admin-area/dialog-failure.tsx";
import { useUser } from "#/shell/portal.ts";
import { Button } from "#/ui/button.tsx";
import { Card } from "#/ui/card.tsx";
import { ConfirmDialog } from "#/ui/confirm-dialog.tsx";
import { Notice } from "#/ui/notice.tsx";
import { Row } from "#/ui/stack.tsx";
import { deeds } from "./deeds.ts";
import type { Deed } from "./deeds.ts";
import { useUserDeed } from "./use-user-deed.ts";
import { userTexts } from "./user-words.ts";

/** The buttons for the actions on an account. Each asks first and says what will happen. `only` leaves the others out. */
export function UserDeeds({ user, only }: { user: UserDetails; only?: Deed["key"] }) {
  const { accountId } = useUser();
  const deed = useUserDeed(user);
  const offered = deeds.filter(({ key, isOffered }) => (only === undefined || key === only) && isOffered(user, accountId === user.id));
  const result = useRef<HTMLDivElement>(null);
  // The pressed button may be gone, so the focus moves to the result.
  useEffect(() => {
    if (deed.done !== undefined) result.current?.focus();
  }, [deed.done]);

  const isPlatforms = only === undefined && user.status === "DEACTIVATED" && user.may.edit && !user.may.reactivate;
  if (offered.length === 0 && deed.done === undefined && !isPlatforms) return null;
  return (
    <Card>
      <h2>{m["users.actions"]()}</h2>
      {deed.done !== undefined && <Notice ref={result} tone="success" title={deed.done.done()} />}
      {isPlatforms && <Notice quiet>{m["errors.deactivatedByPlatform"]()}</Notice>}
      {offered.length > 0 && (
        <Row>
          {offered.map((one) => (
            <Button key={one.key} variant={one.key === "delete" ? "danger" : "secondary"} size="small" onClick={() => deed.ask(one)}>
              {one.name(user)}
            </Button>
          ))}
        </Row>
      )}
      {deed.asked !== undefined && <Question user={user} asked={deed.asked} deed={deed} />}
    </Card>
  );
}

interface QuestionProps {
  user: UserDetails;
  asked: Deed;
  deed: ReturnType<typeof useUserDeed>;
}

function Question({ user, asked, deed }: QuestionProps) {
  return (
    <ConfirmDialog
      title={asked.question()}
      confirmText={asked.name(user)}
      cancelText={m["area.cancel"]()}
      danger={asked.isDanger}
      pending={deed.isBusy}
      pendingText={m["app.waiting"]()}
      failure={<DialogFailure failure={deed.failure} text={(failure) => failureText(failure, userTexts)} />}
      onConfirm={() => void deed.act(asked)}
      onCancel={() => deed.ask(undefined)}
    >
      <p>
        <strong>
          <bdi>{user.email ?? user.displayName ?? user.id}</bdi>
        </strong>
      </p>
      {asked.words().map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </ConfirmDialog>
  );
}
