import { activateAccount, checkActivationCode } from "@storyport/contract/passwords";
import { m } from "@storyport/texts/messages";
import { useRouteContext } from "@tanstack/react-router";
import { useMemo } from "react";
import { DeadLink } from "#/features/links/dead-link.tsx";
import { LinkCheckFailed } from "#/features/links/link-check-failed.tsx";
import { LinkDone } from "#/features/links/link-done.tsx";
import type { LinkSearch } from "#/features/links/link-search.ts";
import { isDead, missingLink } from "#/features/links/link-texts.ts";
import { useLinkCheck } from "#/features/links/use-link-check.ts";
import { useLinkToken } from "#/features/links/use-link-token.ts";
import { useSending } from "#/features/links/use-sending.ts";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Pending } from "#/ui/spinner.tsx";
import { NewPasswordForm } from "./new-password-form.tsx";
import { SetPasswordFailure } from "./set-password-failure.tsx";

/** Sets the first password from a game's invitation: an invalid-code error, a wait, or the form (specification, section 2). */
export function ActivateAccountScreen({ code, gameId }: LinkSearch) {
  const { call } = useRouteContext({ from: "__root__" });
  const link = useLinkToken(code);
  const token = link.is === "known" ? link.token : undefined;
  const check = useMemo(
    () => (token === undefined || gameId === undefined ? undefined : () => call(checkActivationCode, { params: { gameId, code: token } })),
    [call, token, gameId],
  );
  const { found, retry } = useLinkCheck(check);
  const { sending, send } = useSending();
  const heading = m["passwords.activate"]();

  const failure = sending.is === "failed" ? sending.failure : found.is === "failed" ? found.failure : undefined;
  const isDeadNow = failure !== undefined && isDead(failure);
  if (sending.is === "done") return <LinkDone heading={heading} done={m["passwords.passwordSet"]()} />;
  if (isDeadNow || link.is === "missing" || gameId === undefined) {
    const shown = isDeadNow ? failure : missingLink("errors.invalidPasswordActivationCode");
    return <DeadLink heading={heading} failure={shown} askAgainAt="/forgot-password" />;
  }
  if (found.is === "failed") return <LinkCheckFailed heading={heading} failure={found.failure} onRetry={retry} />;
  if (token === undefined || found.is === "checking") {
    return (
      <>
        <PageHeading>{heading}</PageHeading>
        <Pending>{m["links.checking"]()}</Pending>
      </>
    );
  }
  return (
    <>
      <PageHeading intro={m["passwords.activateExplanation"]()}>{heading}</PageHeading>
      <NewPasswordForm
        sending={sending}
        button={heading}
        email={found.answer.email}
        onSubmit={(email, password) => void send(() => call(activateAccount, { body: { email, password, token, gameId } }))}
      >
        {sending.is === "failed" && <SetPasswordFailure failure={sending.failure} />}
      </NewPasswordForm>
    </>
  );
}
