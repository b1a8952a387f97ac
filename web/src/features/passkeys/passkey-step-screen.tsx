import { m } from "@storyport/texts/messages";
import { leaveFor, useAction } from "#/api/use-action.ts";
import { ActionFailure } from "#/features/login/action-failure.tsx";
import { welcomeAccount } from "#/features/login/welcome-account.ts";
import { LogInAsSomeoneElse } from "#/features/second-factor/log-in-as-someone-else.tsx";
import { usePortal } from "#/shell/portal.ts";
import { SlowScript } from "#/shell/slow-page.tsx";
import { Disclosure } from "#/ui/disclosure.tsx";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { NamePasskey } from "./name-passkey.tsx";
import type { AddedPasskey } from "./name-passkey.tsx";
import { useKnowsPasskeys } from "./passkey-support.ts";
import { UsePasskey } from "./use-passkey.tsx";

/** The organization requires a passkey: the user uses it, or adds the first, before anything else (docs/decisions/0073). */
export function PasskeyStepScreen({ hasPasskey }: { hasPasskey: boolean }) {
  const isKnown = useKnowsPasskeys();
  return (
    <>
      <PageHeading intro={hasPasskey ? m["passkeys.stepUseIntro"]() : m["passkeys.stepAddIntro"]()}>
        {hasPasskey ? m["passkeys.stepUseTitle"]() : m["passkeys.stepAddTitle"]()}
      </PageHeading>
      {isKnown === false && (
        <Notice tone="error" quiet>
          {m["passkeys.stepUnsupported"]()}
        </Notice>
      )}
      {isKnown === true && (hasPasskey ? <Use /> : <Add />)}
      <SlowScript />
      <noscript>
        <p>{m["secondFactor.needsScript"]()}</p>
      </noscript>
      <LogInAsSomeoneElse />
    </>
  );
}

function Use() {
  const { settings } = usePortal();
  const action = useAction();
  return (
    <>
      {action.failure !== undefined && <ActionFailure failure={action.failure} />}
      <UsePasskey action={action} size="large" wide />
      <Disclosure quiet showText={m["passkeys.lostShow"]()} hideText={m["passkeys.lostShow"]()}>
        <p>{m["passkeys.lost"]({ email: settings.supportEmail })}</p>
      </Disclosure>
    </>
  );
}

function Add() {
  const portal = usePortal();
  const goOn = async ({ user }: AddedPasskey) => {
    // Only a session that was not yet logged in gets its user.
    if (user !== undefined) welcomeAccount(portal, user);
    await leaveFor("/post-login");
  };
  return <NamePasskey onAdded={goOn} />;
}
