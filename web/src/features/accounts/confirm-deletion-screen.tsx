import { requestUserDeletion } from "@storyport/contract/accounts";
import { endpointUrl } from "@storyport/contract/endpoint";
import { m } from "@storyport/texts/messages";
import { Link, useRouteContext } from "@tanstack/react-router";
import { DeadLink } from "#/features/links/dead-link.tsx";
import { EmailForm } from "#/features/links/email-form.tsx";
import { sendingOf } from "#/features/links/form-return.ts";
import type { LinkPage } from "#/features/links/form-return.ts";
import { LinkDone } from "#/features/links/link-done.tsx";
import { LinkFailure } from "#/features/links/link-failure.tsx";
import { isDead, missingLink } from "#/features/links/link-texts.ts";
import { NoLinkInAddress } from "#/features/links/no-link-in-address.tsx";
import { useLinkToken } from "#/features/links/use-link-token.ts";
import { useSending } from "#/features/links/use-sending.ts";
import { PagePending } from "#/shell/page-pending.tsx";
import { buttonClass } from "#/ui/button-class.ts";
import { PageHeading } from "#/ui/page-heading.tsx";

/** Deletes an account with the link of its letter and its e-mail address (specification, section 2, /account/delete/). */
export function ConfirmDeletionScreen({ code, search, attempt }: LinkPage) {
  const { call } = useRouteContext({ from: "__root__" });
  const link = useLinkToken(code ?? attempt.code);
  const { sending, send } = useSending(sendingOf(search));
  const heading = m["account.confirmTitle"]();

  if (sending.is === "done") return <LinkDone heading={heading} done={m["account.deleted"]()} />;
  const dead = sending.is === "failed" && isDead(sending.failure) ? sending.failure : undefined;
  const noLink = { heading, failure: dead ?? missingLink("errors.deletionLinkExpired"), askAgainAt: "/account/request-deletion" } as const;
  if (link.is === "missing" || dead !== undefined) return <DeadLink {...noLink} />;
  if (link.is === "waiting") {
    return (
      <NoLinkInAddress {...noLink}>
        <PagePending />
      </NoLinkInAddress>
    );
  }
  // Whatever else was wrong, it was not the address.
  const isAboutEmail = sending.is === "failed" && ["errors.emailNotForDeletionLink", "errors.invalidInput"].includes(sending.failure.code);
  return (
    <>
      <PageHeading intro={m["account.confirmExplanation"]()}>{heading}</PageHeading>
      <EmailForm
        sending={sending}
        action={endpointUrl(requestUserDeletion)}
        hidden={{ token: link.token }}
        attemptedEmail={attempt.email}
        button={m["account.confirmButton"]()}
        isDangerous
        onSubmit={(email) => void send(() => call(requestUserDeletion, { body: { email, token: link.token } }))}
      >
        {sending.is === "failed" && (
          <LinkFailure failure={sending.failure} title={isAboutEmail ? m["account.checkProvidedEmailAddressForErrors"]() : undefined} />
        )}
      </EmailForm>
      <Link to="/" className={buttonClass("quiet")}>
        {m["account.cancel"]()}
      </Link>
    </>
  );
}
