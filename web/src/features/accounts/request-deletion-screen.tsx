import { requestUserDeletion } from "@storyport/contract/accounts";
import { m } from "@storyport/texts/messages";
import { Link, useRouteContext } from "@tanstack/react-router";
import { EmailForm } from "#/features/links/email-form.tsx";
import { LinkDone } from "#/features/links/link-done.tsx";
import { LinkFailure } from "#/features/links/link-failure.tsx";
import { useSending } from "#/features/links/use-sending.ts";
import { buttonClass } from "#/ui/button-class.ts";
import { PageHeading } from "#/ui/page-heading.tsx";

/** Asks for a deletion link. The confirmation is the same for every address: it does not tell who has an account. */
export function RequestDeletionScreen() {
  const { call } = useRouteContext({ from: "__root__" });
  const { sending, send } = useSending();
  const heading = m["account.requestTitle"]();
  if (sending.is === "done") {
    return <LinkDone heading={heading} done={m["account.linkSent"]()} more={m["passwords.sentExplanation"]()} />;
  }
  return (
    <>
      <PageHeading intro={m["account.requestExplanation"]()}>{heading}</PageHeading>
      <EmailForm
        sending={sending}
        button={m["account.requestButton"]()}
        onSubmit={(email) => void send(() => call(requestUserDeletion, { body: { email } }))}
      >
        {sending.is === "failed" && <LinkFailure failure={sending.failure} title={m["account.checkProvidedEmailAddressForErrors"]()} />}
      </EmailForm>
      <Link to="/" className={buttonClass("quiet")}>
        {m["account.cancel"]()}
      </Link>
    </>
  );
}
