import { endpointUrl } from "@storyport/contract/endpoint";
import { activateAccount, checkActivationCode } from "@storyport/contract/passwords";
import { m } from "@storyport/texts/messages";
import { useRouteContext } from "@tanstack/react-router";
import { useMemo } from "react";
import { DeadLink } from "#/features/links/dead-link.tsx";
import { LinkCheckFailed } from "#/features/links/link-check-failed.tsx";
import { sendingOf } from "#/features/links/form-return.ts";
import type { CheckedPage } from "#/features/links/form-return.ts";
import { LinkDone } from "#/features/links/link-done.tsx";
import { isDead, missingLink } from "#/features/links/link-texts.ts";
import { NoLinkInAddress } from "#/features/links/no-link-in-address.tsx";
import { useLinkCheck } from "#/features/links/use-link-check.ts";
import { useLinkToken } from "#/features/links/use-link-token.ts";
import { useSending } from "#/features/links/use-sending.ts";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Pending } from "#/ui/spinner.tsx";
import { NewPasswordForm } from "./new-password-form.tsx";
import { SetPasswordFailure } from "./set-password-failure.tsx";

/** Sets the first password from a game's invitation: an invalid-code error, a wait, or the form (specification, section 2). */
export function ActivateAccountScreen({ code, gameId, search, attempt, found: known }: CheckedPage<{ email: string }>) {
  const { call } = useRouteContext({ from: "__root__" });
  const link = useLinkToken(code ?? attempt.code);
  const token = link.is === "known" ? link.token : undefined;
  const check = useMemo(
    () => (token === undefined || gameId === undefined ? undefined : () => call(checkActivationCode, { params: { gameId, code: token } })),
    [call, token, gameId],
  );
  const { found, retry } = useLinkCheck(check, known);
  const { sending, send } = useSending(sendingOf(search));
  const heading = m["passwords.activate"]();

  const failure = sending.is === "failed" ? sending.failure : found.is === "failed" ? found.failure : undefined;
  const isDeadNow = failure !== undefined && isDead(failure);
  if (sending.is === "done") return <LinkDone heading={heading} done={m["passwords.passwordSet"]()} />;
  const shown = isDeadNow ? failure : missingLink("errors.invalidPasswordActivationCode");
  const noLink = { heading, failure: shown, askAgainAt: "/forgot-password" } as const;
  if (isDeadNow || link.is === "missing" || gameId === undefined) return <DeadLink {...noLink} />;
  if (found.is === "failed") return <LinkCheckFailed heading={heading} failure={found.failure} onRetry={retry} />;
  if (token === undefined || found.is === "checking") {
    return (
      <NoLinkInAddress {...noLink}>
        <PageHeading>{heading}</PageHeading>
        <Pending>{m["links.checking"]()}</Pending>
      </NoLinkInAddress>
    );
  }
  return (
    <>
      <PageHeading intro={m["passwords.activateExplanation"]()}>{heading}</PageHeading>
      <NewPasswordForm
        sending={sending}
        action={endpointUrl(activateAccount)}
        hidden={{ token, gameId: String(gameId) }}
        button={heading}
        email={attempt.email ?? found.answer.email}
        onSubmit={(email, password) => void send(() => call(activateAccount, { body: { email, password, token, gameId } }))}
      >
        {sending.is === "failed" && <SetPasswordFailure failure={sending.failure} />}
      </NewPasswordForm>
    </>
  );
}
