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
import { userActions } from "./actions.ts";
import type { UserAction } from "./actions.ts";
import { useUserAction } from "./use-user-action.ts";
import { userTexts } from "./user-words.ts";

/** The buttons for the actions on an account. Each asks first and says what will happen. `only` leaves the others out. */
export function UserActions({ user, only }: { user: UserDetails; only?: UserAction["key"] }) {
  const { accountId } = useUser();
  const action = useUserAction(user);
  const offered = userActions.filter(
    ({ key, isOffered }) => (only === undefined || key === only) && isOffered(user, accountId === user.id),
  );
  const result = useRef<HTMLDivElement>(null);
  // The pressed button may be gone, so the focus moves to the result.
  useEffect(() => {
    if (action.done !== undefined) result.current?.focus();
  }, [action.done]);

  const isPlatforms = only === undefined && user.status === "DEACTIVATED" && user.may.edit && !user.may.reactivate;
  if (offered.length === 0 && action.done === undefined && !isPlatforms) return null;
  return (
    <Card>
      <h2>{m["users.actions"]()}</h2>
      {action.done !== undefined && <Notice ref={result} tone="success" title={action.done.done()} />}
      {isPlatforms && <Notice quiet>{m["errors.deactivatedByPlatform"]()}</Notice>}
      {offered.length > 0 && (
        <Row>
          {offered.map((one) => (
            <Button key={one.key} variant={one.key === "delete" ? "danger" : "secondary"} size="small" onClick={() => action.ask(one)}>
              {one.name(user)}
            </Button>
          ))}
        </Row>
      )}
      {action.asked !== undefined && <Question user={user} asked={action.asked} action={action} />}
    </Card>
  );
}

interface QuestionProps {
  user: UserDetails;
  asked: UserAction;
  action: ReturnType<typeof useUserAction>;
}

function Question({ user, asked, action }: QuestionProps) {
  return (
    <ConfirmDialog
      title={asked.question()}
      confirmText={asked.name(user)}
      cancelText={m["area.cancel"]()}
      danger={asked.isDanger}
      pending={action.isBusy}
      pendingText={m["app.waiting"]()}
      failure={<DialogFailure failure={action.failure} text={(failure) => failureText(failure, userTexts)} />}
      onConfirm={() => void action.act(asked)}
      onCancel={() => action.ask(undefined)}
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
