import type { UserDetails } from "@storyport/contract/user-details";
import { m } from "@storyport/texts/messages";
import { useState } from "react";
import { SupportViewQuestion } from "#/features/support-views/support-view-question.tsx";
import { ConfirmAction } from "#/shell/confirm-action.tsx";
import { useUser } from "#/shell/portal.ts";
import { Breakable } from "#/ui/breakable.tsx";
import { Button } from "#/ui/button.tsx";
import { Card } from "#/ui/card.tsx";
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

  const [isAsking, setIsAsking] = useState(false);
  const isViewable = only === undefined && user.may.supportView;
  // Only the platform reactivates an account that it deactivated.
  const needsPlatform = only === undefined && user.status === "DEACTIVATED" && user.may.edit && !user.may.reactivate;
  if (offered.length === 0 && !isViewable && action.done === undefined && !needsPlatform) return null;
  return (
    <Card>
      <h2>{m["users.actions"]()}</h2>
      {action.done !== undefined && <Notice takesFocus={action.done} tone="success" title={action.done.done()} />}
      {needsPlatform && <Notice quiet>{m["errors.deactivatedByPlatform"]()}</Notice>}
      {(offered.length > 0 || isViewable) && (
        <Row>
          {isViewable && (
            <Button variant="secondary" size="small" onClick={() => setIsAsking(true)}>
              {m["supportViews.action"]()}
            </Button>
          )}
          {/* Only a deletion is final, so only its button is red before the question. */}
          {offered.map((one) => (
            <Button key={one.key} variant={one.key === "delete" ? "danger" : "secondary"} size="small" onClick={() => action.ask(one)}>
              {one.name(user)}
            </Button>
          ))}
        </Row>
      )}
      {isAsking && <SupportViewQuestion user={user} onClose={() => setIsAsking(false)} />}
      {action.chosen !== undefined && <Question user={user} chosen={action.chosen} action={action} />}
    </Card>
  );
}

interface QuestionProps {
  user: UserDetails;
  chosen: UserAction;
  action: ReturnType<typeof useUserAction>;
}

function Question({ user, chosen, action }: QuestionProps) {
  return (
    <ConfirmAction
      title={chosen.question()}
      confirmText={chosen.name(user)}
      cancelText={m["area.cancel"]()}
      danger={chosen.isDanger}
      isBusy={action.isBusy}
      failure={action.failure}
      texts={userTexts}
      onConfirm={() => void action.act(chosen)}
      onCancel={() => action.ask(undefined)}
    >
      <p>
        <strong>
          <bdi>{user.email ?? user.displayName ?? user.id}</bdi>
        </strong>
      </p>
      {chosen.words(user).map((sentence) => (
        <p key={sentence}>
          <Breakable text={sentence} />
        </p>
      ))}
    </ConfirmAction>
  );
}
