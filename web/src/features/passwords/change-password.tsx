import { requestPasswordReset } from "@storyport/contract/passwords";
import { m } from "@storyport/texts/messages";
import { useState } from "react";
import { useAction } from "#/api/use-action.ts";
import { ActionFailure } from "#/features/login/action-failure.tsx";
import { linkFailureText } from "#/features/links/link-texts.ts";
import { usePortal } from "#/shell/portal.ts";
import { LogoMark } from "#/ui/brand/logo-mark.tsx";
import { Button } from "#/ui/button.tsx";
import { Item } from "#/ui/item-list.tsx";
import { Notice } from "#/ui/notice.tsx";

/** The password among the ways to log in. Only a mailed link changes it, so that an open browser alone is not enough. */
export function ChangePassword({ email }: { email: string }) {
  const { call } = usePortal();
  const { isBusy, failure, act } = useAction();
  const [isSent, setIsSent] = useState(false);
  const send = async () => {
    await call(requestPasswordReset, { body: { email } });
    setIsSent(true);
  };
  return (
    <Item
      picture={<LogoMark size={32} />}
      name={m["profile.password"]()}
      details={
        <>
          <p>{m["profile.passwordExplanation"]({ email })}</p>
          {isSent && <Notice tone="success" title={m["profile.passwordSent"]({ email })} />}
          {/* `ActionFailure` takes texts by code, and `linkFailureText` gives the text of any failure. */}
          {failure !== undefined && <ActionFailure failure={failure} texts={{ [failure.code]: () => linkFailureText(failure) }} />}
        </>
      }
      actions={
        <Button variant="secondary" pending={isBusy} pendingText={m["app.waiting"]()} onClick={() => void act(send)}>
          {isSent ? m["profile.sendAgain"]() : m["profile.changePassword"]()}
        </Button>
      }
    />
  );
}
