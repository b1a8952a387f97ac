import { requestUserDeletion } from "@storyport/contract/accounts";
import { m } from "@storyport/texts/messages";
import { Link, useRouteContext } from "@tanstack/react-router";
import { DeadLink } from "#/features/links/dead-link.tsx";
import { EmailForm } from "#/features/links/email-form.tsx";
import { LinkDone } from "#/features/links/link-done.tsx";
import { LinkFailure } from "#/features/links/link-failure.tsx";
import { isDead, missingLink } from "#/features/links/link-texts.ts";
import { useLinkToken } from "#/features/links/use-link-token.ts";
import { useSending } from "#/features/links/use-sending.ts";
import { PagePending } from "#/shell/page-pending.tsx";
import { buttonClass } from "#/ui/button-class.ts";
import { PageHeading } from "#/ui/page-heading.tsx";

/** Deletes an account with the link of its letter and its e-mail address (specification, section 2, /account/delete/). */
export function ConfirmDeletionScreen({ code }: { code: string | undefined }) {
  const { call } = useRouteContext({ from: "__root__" });
  const link = useLinkToken(code);
  const { sending, send } = useSending();
  const heading = m["account.confirmTitle"]();

  if (sending.is === "done") return <LinkDone heading={heading} done={m["account.deleted"]()} />;
  if (link.is === "waiting") return <PagePending />;
  const dead = sending.is === "failed" && isDead(sending.failure) ? sending.failure : undefined;
  if (link.is === "missing" || dead !== undefined) {
    const failure = dead ?? missingLink("errors.deletionLinkExpired");
    return <DeadLink heading={heading} failure={failure} askAgainAt="/account/request-deletion" />;
  }
  // Whatever else was wrong, it was not the address.
  const isAboutEmail = sending.is === "failed" && ["errors.emailNotForDeletionLink", "errors.invalidInput"].includes(sending.failure.code);
  return (
    <>
      <PageHeading intro={m["account.confirmExplanation"]()}>{heading}</PageHeading>
      <EmailForm
        sending={sending}
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
