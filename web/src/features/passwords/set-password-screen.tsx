import { endpointUrl } from "@storyport/contract/endpoint";
import { setPassword } from "@storyport/contract/passwords";
import { m } from "@storyport/texts/messages";
import { useRouteContext } from "@tanstack/react-router";
import { DeadLink } from "#/features/links/dead-link.tsx";
import { sendingOf } from "#/features/links/form-return.ts";
import type { LinkPage } from "#/features/links/form-return.ts";
import { LinkDone } from "#/features/links/link-done.tsx";
import { isDead, missingLink } from "#/features/links/link-texts.ts";
import { NoLinkInAddress } from "#/features/links/no-link-in-address.tsx";
import { useLinkToken } from "#/features/links/use-link-token.ts";
import { useSending } from "#/features/links/use-sending.ts";
import { PagePending } from "#/shell/page-pending.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { NewPasswordForm } from "./new-password-form.tsx";
import { SetPasswordFailure } from "./set-password-failure.tsx";

/** Sets a password with a mailed link (specification, sections 2 and 4, /account/set-password). */
export function SetPasswordScreen({ code, search, attempt }: LinkPage) {
  const { call } = useRouteContext({ from: "__root__" });
  const link = useLinkToken(code ?? attempt.code);
  const { sending, send } = useSending(sendingOf(search));
  const heading = m["passwords.setTitle"]();

  if (sending.is === "done") return <LinkDone heading={heading} done={m["passwords.passwordSet"]()} />;
  const dead = sending.is === "failed" && isDead(sending.failure) ? sending.failure : undefined;
  const noLink = { heading, failure: dead ?? missingLink("errors.resetLinkIncorrectOrExpired"), askAgainAt: "/forgot-password" } as const;
  if (link.is === "missing" || dead !== undefined) return <DeadLink {...noLink} />;
  if (link.is === "waiting") {
    return (
      <NoLinkInAddress {...noLink}>
        <PagePending />
      </NoLinkInAddress>
    );
  }
  return (
    <>
      <PageHeading intro={m["passwords.setExplanation"]()}>{heading}</PageHeading>
      <NewPasswordForm
        sending={sending}
        action={endpointUrl(setPassword)}
        hidden={{ token: link.token }}
        email={attempt.email}
        button={m["passwords.set"]()}
        onSubmit={(email, password) => void send(() => call(setPassword, { body: { email, password, token: link.token } }))}
      >
        {sending.is === "failed" && <SetPasswordFailure failure={sending.failure} />}
      </NewPasswordForm>
    </>
  );
}
