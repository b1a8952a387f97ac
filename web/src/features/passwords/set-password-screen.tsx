import { endpointUrl } from "@storyport/contract/endpoint";
import { setPassword } from "@storyport/contract/passwords";
import { m } from "@storyport/texts/messages";
import type { LinkPage } from "#/features/links/form-return.ts";
import { MailedLink } from "#/features/links/mailed-link.tsx";
import { usePortal } from "#/shell/portal.ts";
import { PageHeading } from "#/ui/page-heading.tsx";
import { NewPasswordForm } from "./new-password-form.tsx";
import { SetPasswordFailure } from "./set-password-failure.tsx";

/** Sets a password with a mailed link; who was invited chooses a first one (specification, sections 2 and 4, /account/set-password). */
export function SetPasswordScreen({ isFirst, ...page }: LinkPage & { isFirst: boolean }) {
  const { call } = usePortal();
  const heading = isFirst ? m["passwords.chooseTitle"]() : m["passwords.setTitle"]();
  return (
    <MailedLink
      page={page}
      heading={heading}
      done={m["passwords.passwordSet"]()}
      missing="errors.resetLinkIncorrectOrExpired"
      askAgainAt="/forgot-password"
    >
      {({ token, sending, send }) => (
        <>
          <PageHeading intro={isFirst ? m["passwords.activateExplanation"]() : m["passwords.setExplanation"]()}>{heading}</PageHeading>
          <NewPasswordForm
            sending={sending}
            action={endpointUrl(setPassword)}
            hidden={{ token }}
            email={page.attempt.email}
            button={m["passwords.set"]()}
            onSubmit={(email, password) => void send(() => call(setPassword, { body: { email, password, token } }))}
          >
            {sending.is === "failed" && <SetPasswordFailure failure={sending.failure} />}
          </NewPasswordForm>
        </>
      )}
    </MailedLink>
  );
}
