import { checkDeletionCode, deleteUser } from "@storyport/contract/accounts";
import { m } from "@storyport/texts/messages";
import { Link, useRouteContext } from "@tanstack/react-router";
import { useMemo } from "react";
import { DeadLink } from "#/features/links/dead-link.tsx";
import { LinkCheckFailed } from "#/features/links/link-check-failed.tsx";
import { LinkDone } from "#/features/links/link-done.tsx";
import { LinkFailure } from "#/features/links/link-failure.tsx";
import type { LinkSearch } from "#/features/links/link-search.ts";
import { isDead, missingLink } from "#/features/links/link-texts.ts";
import { useLinkCheck } from "#/features/links/use-link-check.ts";
import { useLinkToken } from "#/features/links/use-link-token.ts";
import { useSending } from "#/features/links/use-sending.ts";
import { buttonClass } from "#/ui/button-class.ts";
import { Button } from "#/ui/button.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Pending } from "#/ui/spinner.tsx";

/** Loading, confirm, deleting, then failure or done (specification, section 4, delete-user page). */
export function DeleteUserScreen({ code, gameId }: LinkSearch) {
  const { call } = useRouteContext({ from: "__root__" });
  const link = useLinkToken(code);
  const token = link.is === "known" ? link.token : undefined;
  const check = useMemo(
    () => (token === undefined || gameId === undefined ? undefined : () => call(checkDeletionCode, { params: { gameId, code: token } })),
    [call, token, gameId],
  );
  const { found, retry } = useLinkCheck(check);
  const { sending, send } = useSending();
  const heading = m["account.deleteUser"]();

  const failure = sending.is === "failed" ? sending.failure : found.is === "failed" ? found.failure : undefined;
  const isDeadNow = failure !== undefined && isDead(failure);
  if (sending.is === "done") return <LinkDone heading={heading} done={m["account.deleted"]()} />;
  if (isDeadNow || link.is === "missing" || gameId === undefined) {
    const shown = isDeadNow ? failure : missingLink("errors.invalidUserDeletionCode");
    return <DeadLink heading={heading} failure={shown} askAgainAt="/account/request-deletion" />;
  }
  if (found.is === "failed") return <LinkCheckFailed heading={heading} failure={found.failure} onRetry={retry} />;
  if (found.is === "checking") {
    return (
      <>
        <PageHeading>{heading}</PageHeading>
        <Pending>{m["links.checking"]()}</Pending>
      </>
    );
  }
  const { email, token: confirmation } = found.answer;
  return (
    <>
      <PageHeading intro={m["account.deleteUserQuestion"]({ email })}>{heading}</PageHeading>
      {sending.is === "failed" && <LinkFailure failure={sending.failure} title={m["errors.failedToDeleteUser"]()} />}
      <Button
        variant="danger"
        size="large"
        wide
        pending={sending.is === "submitting"}
        pendingText={m["account.deleting"]()}
        onClick={() => void send(() => call(deleteUser, { body: { token: confirmation, gameId } }))}
      >
        {m["account.deleteUser"]()}
      </Button>
      <Link to="/" className={buttonClass("quiet")}>
        {m["account.cancel"]()}
      </Link>
    </>
  );
}
