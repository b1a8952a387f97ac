import { endpointUrl } from "@storyport/contract/endpoint";
import { requestPasswordReset } from "@storyport/contract/passwords";
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

/** Asks for a reset link. The confirmation is the same for every address, so that it does not disclose who has an account. */
export function ForgotPasswordScreen({ search, attempt }: { search: FormSearch; attempt: Attempt }) {
  const { call } = usePortal();
  const sending = useAction(resultOf(search));
  const heading = m["passwords.forgotTitle"]();
  if (sending.isDone) {
    return <LinkDone heading={heading} done={m["passwords.sentTitle"]()} more={m["passwords.sentExplanation"]()} />;
  }
  return (
    <>
      <PageHeading intro={m["passwords.forgotExplanation"]()}>{heading}</PageHeading>
      <EmailForm
        sending={sending}
        action={endpointUrl(requestPasswordReset)}
        attemptedEmail={attempt.email}
        button={m["passwords.sendLink"]()}
        onSubmit={(email) => void sending.act(() => call(requestPasswordReset, { body: { email } }))}
      >
        {sending.failure !== undefined && <LinkFailure failure={sending.failure} />}
      </EmailForm>
      <a href="/login" className={buttonClass("quiet")}>
        {m["links.toLogin"]()}
      </a>
    </>
  );
}
