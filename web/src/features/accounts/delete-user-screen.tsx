import { checkDeletionCode, deleteUser, deleteUserByForm } from "@storyport/contract/accounts";
import { endpointUrl } from "@storyport/contract/endpoint";
import { m } from "@storyport/texts/messages";
import { Link, useRouteContext } from "@tanstack/react-router";
import { useMemo } from "react";
import type { SubmitEvent } from "react";
import { DeadLink } from "#/features/links/dead-link.tsx";
import { sendingOf } from "#/features/links/form-return.ts";
import type { CheckedPage } from "#/features/links/form-return.ts";
import { HiddenFields } from "#/features/links/hidden-fields.tsx";
import { LinkCheckFailed } from "#/features/links/link-check-failed.tsx";
import { LinkDone } from "#/features/links/link-done.tsx";
import { LinkFailure } from "#/features/links/link-failure.tsx";
import { isDead, missingLink } from "#/features/links/link-texts.ts";
import { NoLinkInAddress } from "#/features/links/no-link-in-address.tsx";
import { useLinkCheck } from "#/features/links/use-link-check.ts";
import { useLinkToken } from "#/features/links/use-link-token.ts";
import { useSending } from "#/features/links/use-sending.ts";
import { buttonClass } from "#/ui/button-class.ts";
import { Button } from "#/ui/button.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Pending } from "#/ui/spinner.tsx";
import { Stack } from "#/ui/stack.tsx";

/** Loading, confirm, deleting, then failure or done (specification, section 4, delete-user page). */
export function DeleteUserScreen({ code, gameId, search, attempt, found: known }: CheckedPage<{ email: string; token: string }>) {
  const { call } = useRouteContext({ from: "__root__" });
  const link = useLinkToken(code ?? attempt.code);
  const token = link.is === "known" ? link.token : undefined;
  const check = useMemo(
    () => (token === undefined || gameId === undefined ? undefined : () => call(checkDeletionCode, { params: { gameId, code: token } })),
    [call, token, gameId],
  );
  const { found, retry } = useLinkCheck(check, known);
  const { sending, send } = useSending(sendingOf(search));
  const heading = m["account.deleteUser"]();

  const failure = sending.is === "failed" ? sending.failure : found.is === "failed" ? found.failure : undefined;
  const isDeadNow = failure !== undefined && isDead(failure);
  if (sending.is === "done") return <LinkDone heading={heading} done={m["account.deleted"]()} />;
  const shown = isDeadNow ? failure : missingLink("errors.invalidUserDeletionCode");
  const noLink = { heading, failure: shown, askAgainAt: "/account/request-deletion" } as const;
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
  const { email, token: confirmation } = found.answer;
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void send(() => call(deleteUser, { body: { token: confirmation, gameId } }));
  };
  return (
    <>
      <PageHeading intro={m["account.deleteUserQuestion"]({ email })}>{heading}</PageHeading>
      {sending.is === "failed" && <LinkFailure failure={sending.failure} title={m["errors.failedToDeleteUser"]()} />}
      <Stack as="form" method="post" action={endpointUrl(deleteUserByForm)} onSubmit={handleSubmit}>
        <HiddenFields fields={{ token: confirmation, gameId: String(gameId), code: token }} />
        <Button
          type="submit"
          variant="danger"
          size="large"
          wide
          pending={sending.is === "submitting"}
          pendingText={m["account.deleting"]()}
        >
          {m["account.deleteUser"]()}
        </Button>
      </Stack>
      <Link to="/" className={buttonClass("quiet")}>
        {m["account.cancel"]()}
      </Link>
    </>
  );
}
