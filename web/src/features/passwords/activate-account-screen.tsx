import { endpointUrl } from "@storyport/contract/endpoint";
import { activateAccount, checkActivationCode } from "@storyport/contract/passwords";
import { m } from "@storyport/texts/messages";
import type { CheckedPage } from "#/features/links/form-return.ts";
import { CheckedLink } from "#/features/links/mailed-link.tsx";
import { usePortal } from "#/shell/portal.ts";
import { PageHeading } from "#/ui/page-heading.tsx";
import { NewPasswordForm } from "./new-password-form.tsx";
import { SetPasswordFailure } from "./set-password-failure.tsx";

/**
 * Sets the first password by a link that names a game (/new-user-password). Shows an error, a wait, or the form (specification, section 2).
 * An invitation by the portal itself leads to `SetPasswordScreen`.
 */
export function ActivateAccountScreen(page: CheckedPage<{ email: string }>) {
  const { call } = usePortal();
  const heading = m["passwords.activate"]();
  return (
    <CheckedLink
      page={page}
      ask={(params) => call(checkActivationCode, { params })}
      heading={heading}
      done={m["passwords.passwordSet"]()}
      missing="errors.invalidPasswordActivationCode"
      askAgainAt="/forgot-password"
    >
      {({ token, gameId, answer, sending }) => (
        <>
          <PageHeading intro={m["passwords.activateExplanation"]()}>{heading}</PageHeading>
          <NewPasswordForm
            sending={sending}
            action={endpointUrl(activateAccount)}
            hidden={{ token, gameId: String(gameId) }}
            button={heading}
            email={page.attempt.email ?? answer.email}
            onSubmit={(email, password) => void sending.act(() => call(activateAccount, { body: { email, password, token, gameId } }))}
          >
            {sending.failure !== undefined && <SetPasswordFailure failure={sending.failure} />}
          </NewPasswordForm>
        </>
      )}
    </CheckedLink>
  );
}
