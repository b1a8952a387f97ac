import { endpointUrl } from "@storyport/contract/endpoint";
import type { ResponseOf } from "@storyport/contract/endpoint";
import { checkInvitation, setPassword } from "@storyport/contract/passwords";
import { m } from "@storyport/texts/messages";
import type { LinkPage } from "#/features/links/form-return.ts";
import { PreviewedLink, MailedLink } from "#/features/links/mailed-link.tsx";
import type { LinkCheck } from "#/features/links/use-link-check.ts";
import type { Action } from "#/api/use-action.ts";
import { usePortal } from "#/shell/portal.ts";
import { isolate } from "#/ui/isolate.ts";
import { PageHeading } from "#/ui/page-heading.tsx";
import { NewPasswordForm } from "./new-password-form.tsx";
import { SetPasswordFailure } from "./set-password-failure.tsx";

type Invitation = ResponseOf<typeof checkInvitation>;
type InvitedPage = LinkPage & { found?: LinkCheck<Invitation> | undefined };

/** Sets a password with a mailed link; an invited user chooses a first password (specification, sections 2 and 4, /account/set-password). */
export function SetPasswordScreen({ isFirst, ...page }: InvitedPage & { isFirst: boolean }) {
  return isFirst ? <FirstPassword page={page} /> : <AnotherPassword page={page} />;
}

const words = { missing: "errors.resetLinkIncorrectOrExpired", askAgainAt: "/forgot-password" } as const;

/** Welcomes the user. If the account belongs to exactly one school, the welcome names it. */
function FirstPassword({ page }: { page: InvitedPage }) {
  const { call, settings } = usePortal();
  const { productName } = settings;
  const heading = m["passwords.chooseTitle"]();
  const welcome = ({ school }: Invitation) =>
    school === undefined ? m["passwords.welcome"]({ productName }) : m["passwords.welcomeFrom"]({ productName, school: isolate(school) });
  return (
    <PreviewedLink
      page={page}
      ask={(params) => call(checkInvitation, { params })}
      heading={heading}
      done={m["passwords.passwordSet"]()}
      {...words}
    >
      {({ answer, ...form }) => (
        <>
          <PageHeading intro={welcome(answer)}>{heading}</PageHeading>
          <Form {...form} isFirst email={page.attempt.email} />
        </>
      )}
    </PreviewedLink>
  );
}

function AnotherPassword({ page }: { page: LinkPage }) {
  const heading = m["passwords.setTitle"]();
  return (
    <MailedLink page={page} heading={heading} done={m["passwords.passwordSet"]()} {...words}>
      {(form) => (
        <>
          <PageHeading intro={m["passwords.setExplanation"]()}>{heading}</PageHeading>
          <Form {...form} email={page.attempt.email} />
        </>
      )}
    </MailedLink>
  );
}

type FormProps = { sending: Action; token: string; email: string | undefined; isFirst?: boolean };

function Form({ token, isFirst = false, email: attempted, sending }: FormProps) {
  const { call } = usePortal();
  // Without script a refusal loads the page again, and `activateAccount` then returns in its address.
  return (
    <NewPasswordForm
      sending={sending}
      action={endpointUrl(setPassword)}
      hidden={{ token, ...(isFirst && { activateAccount: "true" }) }}
      email={attempted}
      button={m["passwords.set"]()}
      onSubmit={(email, password) => void sending.act(() => call(setPassword, { body: { email, password, token } }))}
    >
      {sending.failure !== undefined && <SetPasswordFailure failure={sending.failure} />}
    </NewPasswordForm>
  );
}
