import { requestUserDeletion } from "@storyport/contract/accounts";
import { endpointUrl } from "@storyport/contract/endpoint";
import { m } from "@storyport/texts/messages";
import type { Failure } from "#/api/api-error.ts";
import { EmailForm } from "#/features/links/email-form.tsx";
import type { LinkPage } from "#/features/links/form-return.ts";
import { LinkFailure } from "#/features/links/link-failure.tsx";
import { hasLinkText } from "#/features/links/link-texts.ts";
import { MailedLink } from "#/features/links/mailed-link.tsx";
import { usePortal } from "#/shell/portal.ts";
import { buttonClass } from "#/ui/button-class.ts";
import { PageHeading } from "#/ui/page-heading.tsx";

/**
 * Deletes an account. The user opens the letter's link and confirms the e-mail address (specification, section 2, /account/delete/). The call
 * is that of the request for the letter. With a token it deletes (DESIGN A7).
 */
export function ConfirmDeletionScreen(page: LinkPage) {
  const { call } = usePortal();
  const heading = m["account.confirmTitle"]();
  return (
    <MailedLink
      page={page}
      heading={heading}
      done={m["account.deleted"]()}
      missing="errors.deletionLinkExpired"
      missingBecause="errors.deletionLinkUnknown"
      askAgainAt="/account/request-deletion"
    >
      {({ token, sending }) => (
        <>
          <PageHeading intro={m["account.confirmExplanation"]()}>{heading}</PageHeading>
          <EmailForm
            sending={sending}
            action={endpointUrl(requestUserDeletion)}
            hidden={{ token }}
            attemptedEmail={page.attempt.email}
            button={m["account.confirmButton"]()}
            isDangerous
            onSubmit={(email) => void sending.act(() => call(requestUserDeletion, { body: { email, token } }))}
          >
            {sending.failure !== undefined && <LinkFailure failure={sending.failure} title={titleOf(sending.failure)} />}
          </EmailForm>
          <a href="/" className={buttonClass("quiet")}>
            {m["account.cancel"]()}
          </a>
        </>
      )}
    </MailedLink>
  );
}

/** If a refusal's text says that something else is wrong, the title must not blame the e-mail address. */
function titleOf(failure: Failure): string | undefined {
  const isAboutEmail = failure.code === "errors.emailNotForDeletionLink" || failure.code === "errors.invalidInput";
  return isAboutEmail || !hasLinkText(failure) ? m["account.checkProvidedEmailAddressForErrors"]() : undefined;
}
