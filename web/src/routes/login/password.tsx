import { Link, createFileRoute } from "@tanstack/react-router";
import { cookieNames } from "@storyport/contract/limits";
import { m } from "@storyport/texts/messages";
import { failureOfCode } from "#/api/failure-of-code.ts";
import { readLoginSearch } from "#/features/login/login-search.ts";
import { PasswordForm } from "#/features/login/password-form.tsx";
import { pageTitle } from "#/shell/page-title.ts";
import { buttonClass } from "#/ui/button-class.ts";
import { PageHeading } from "#/ui/page-heading.tsx";

export const Route = createFileRoute("/login/password")({
  validateSearch: readLoginSearch,
  loader: ({ context }) => ({ attemptedEmail: context.cookies.read(cookieNames.loginAttempt) }),
  head: ({ match }) => pageTitle(match.context, m["login.passwordTitle"](), { isError: match.search.error !== undefined }),
  component: PasswordLogin,
});

function PasswordLogin() {
  const { error } = Route.useSearch();
  const { settings } = Route.useRouteContext();
  return (
    <>
      <PageHeading>{m["login.heading"]({ productName: settings.productName })}</PageHeading>
      <PasswordForm
        failure={error === undefined ? undefined : failureOfCode(error)}
        attemptedEmail={Route.useLoaderData().attemptedEmail}
      />
      <Link to="/login" className={buttonClass("quiet")}>
        {m["login.otherWays"]()}
      </Link>
    </>
  );
}
