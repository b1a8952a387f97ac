import { m } from "@storyport/texts/messages";
import { failureOfCode } from "#/api/failure-of-code.ts";
import { usePortal } from "#/shell/portal.ts";
import { buttonClass } from "#/ui/button-class.ts";
import { PageHeading } from "#/ui/page-heading.tsx";
import { PasswordForm } from "./password-form.tsx";

interface PasswordLoginProps {
  /** The refusal of a login without script. */
  error?: string | undefined;
  attemptedEmail?: string | undefined;
}

/** The password form, which has a passkey button, without games and providers (specification, section 2, /login/password). */
export function PasswordLoginScreen({ error, attemptedEmail }: PasswordLoginProps) {
  const { settings } = usePortal();
  return (
    <>
      <PageHeading>{m["login.heading"]({ productName: settings.productName })}</PageHeading>
      <PasswordForm failure={error === undefined ? undefined : failureOfCode(error)} attemptedEmail={attemptedEmail} />
      <a href="/login" className={buttonClass("quiet")}>
        {m["login.otherWays"]()}
      </a>
    </>
  );
}
