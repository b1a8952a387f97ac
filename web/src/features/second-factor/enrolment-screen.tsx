import type { SessionUser } from "@storyport/contract/login";
import { m } from "@storyport/texts/messages";
import { useState } from "react";
import { welcomeAccount } from "#/features/login/welcome-account.ts";
import { usePortal } from "#/shell/portal.ts";
import { SlowScript } from "#/shell/slow-page.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { BackupCodes } from "./backup-codes.tsx";
import { LogInAsSomeoneElse } from "./log-in-as-someone-else.tsx";
import { SetUp } from "./set-up.tsx";
import type { Confirmed } from "./use-set-up.ts";

/** An administrator has to enrol a second factor first, if the portal demands it (DESIGN A23). */
export function EnrolmentScreen() {
  const context = usePortal();
  const [confirmed, setConfirmed] = useState<Confirmed>();
  const goOn = (user: SessionUser | undefined) => {
    if (user !== undefined) welcomeAccount(context, user);
    location.assign("/post-login");
  };
  return (
    <>
      <PageHeading intro={m["secondFactor.enrolIntro"]()}>{m["secondFactor.enrolTitle"]()}</PageHeading>
      {confirmed === undefined ? (
        <SetUp heading="h2" onConfirmed={setConfirmed}>
          <p>{m["secondFactor.offExplanation"]()}</p>
        </SetUp>
      ) : (
        <BackupCodes heading="h2" codes={confirmed.backupCodes} done={m["secondFactor.goOn"]()} onKept={() => goOn(confirmed.user)} />
      )}
      <SlowScript />
      <noscript>
        <p>{m["secondFactor.needsScript"]()}</p>
      </noscript>
      {/* The confirmed session is no half login any more. */}
      {confirmed === undefined && <LogInAsSomeoneElse />}
    </>
  );
}
