import { requestUserDeletion } from "@storyport/contract/accounts";
import { endpointUrl } from "@storyport/contract/endpoint";
import { m } from "@storyport/texts/messages";
import { EmailForm } from "#/features/links/email-form.tsx";
import { resultOf } from "#/features/links/form-return.ts";
import type { Attempt } from "#/features/links/form-return.ts";
import type { FormSearch } from "#/features/links/form-search.ts";
import { LinkDone } from "#/features/links/link-done.tsx";
import { LinkFailure } from "#/features/links/link-failure.tsx";
import { useAction } from "#/api/use-action.ts";
import { usePortal } from "#/shell/portal.ts";
import { buttonClass } from "#/ui/button-class.ts";
import { PageHeading } from "#/ui/page-heading.tsx";

/** Asks for a deletion link. The confirmation is the same for every address, so that it does not disclose who has an account. */
export function RequestDeletionScreen({ search, attempt }: { search: FormSearch; attempt: Attempt }) {
  const { call } = usePortal();
  const sending = useAction(resultOf(search));
  const heading = m["account.requestTitle"]();
  if (sending.isDone) {
    return <LinkDone heading={heading} done={m["account.linkSent"]()} more={m["passwords.sentExplanation"]()} />;
  }
  return (
    <>
      <PageHeading intro={m["account.requestExplanation"]()}>{heading}</PageHeading>
      <EmailForm
        sending={sending}
        action={endpointUrl(requestUserDeletion)}
        attemptedEmail={attempt.email}
        button={m["account.requestButton"]()}
        onSubmit={(email) => void sending.act(() => call(requestUserDeletion, { body: { email } }))}
      >
        {sending.failure !== undefined && (
          <LinkFailure failure={sending.failure} title={m["account.checkProvidedEmailAddressForErrors"]()} />
        )}
      </EmailForm>
      <a href="/" className={buttonClass("quiet")}>
        {m["account.cancel"]()}
      </a>
    </>
  );
}
