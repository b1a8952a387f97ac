import type { SessionUser } from "@storyport/contract/login";
import { m } from "@storyport/texts/messages";
import { useRouteContext, useRouter } from "@tanstack/react-router";
import { welcomeAccount } from "#/features/login/welcome-account.ts";
import { PageHeading } from "#/ui/page-heading.tsx";
import { LogInAsSomeoneElse } from "./log-in-as-someone-else.tsx";
import { SetUp } from "./set-up.tsx";

/** An administrator enrols a second factor before anything else, where the portal is set so (DESIGN A23). */
export function EnrolmentScreen() {
  const context = useRouteContext({ from: "__root__" });
  const router = useRouter();
  const goOn = (user: SessionUser | undefined) => {
    if (user !== undefined) welcomeAccount(context, user);
    void router.navigate({ href: "/post-login" });
  };
  return (
    <>
      <PageHeading intro={m["secondFactor.enrolIntro"]()}>{m["secondFactor.enrolTitle"]()}</PageHeading>
      <SetUp heading="h2" done={m["secondFactor.goOn"]()} onDone={goOn}>
        <p>{m["secondFactor.offExplanation"]()}</p>
      </SetUp>
      <noscript>
        <p>{m["secondFactor.needsScript"]()}</p>
      </noscript>
      <LogInAsSomeoneElse />
    </>
  );
}
