import { setPassword } from "@storyport/contract/passwords";
import { m } from "@storyport/texts/messages";
import { useRouteContext } from "@tanstack/react-router";
import { DeadLink } from "#/features/links/dead-link.tsx";
import { LinkDone } from "#/features/links/link-done.tsx";
import { isDead, missingLink } from "#/features/links/link-texts.ts";
import { useLinkToken } from "#/features/links/use-link-token.ts";
import { useSending } from "#/features/links/use-sending.ts";
import { PagePending } from "#/shell/page-pending.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { NewPasswordForm } from "./new-password-form.tsx";
import { SetPasswordFailure } from "./set-password-failure.tsx";

/** Sets a password with a mailed link (specification, sections 2 and 4, /account/set-password). */
export function SetPasswordScreen({ code }: { code: string | undefined }) {
  const { call } = useRouteContext({ from: "__root__" });
  const link = useLinkToken(code);
  const { sending, send } = useSending();
  const heading = m["passwords.setTitle"]();

  if (sending.is === "done") return <LinkDone heading={heading} done={m["passwords.passwordSet"]()} />;
  if (link.is === "waiting") return <PagePending />;
  const dead = sending.is === "failed" && isDead(sending.failure) ? sending.failure : undefined;
  if (link.is === "missing" || dead !== undefined) {
    const failure = dead ?? missingLink("errors.resetLinkIncorrectOrExpired");
    return <DeadLink heading={heading} failure={failure} askAgainAt="/forgot-password" />;
  }
  return (
    <>
      <PageHeading intro={m["passwords.setExplanation"]()}>{heading}</PageHeading>
      <NewPasswordForm
        sending={sending}
        button={m["passwords.set"]()}
        onSubmit={(email, password) => void send(() => call(setPassword, { body: { email, password, token: link.token } }))}
      >
        {sending.is === "failed" && <SetPasswordFailure failure={sending.failure} />}
      </NewPasswordForm>
    </>
  );
}
