import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { readAttempt } from "#/features/links/form-return.ts";
import { readFormSearch } from "#/features/links/form-search.ts";
import { ForgotPasswordScreen } from "#/features/passwords/forgot-password-screen.tsx";
import { pageTitle } from "#/shell/page-title.ts";

export const Route = createFileRoute("/forgot-password")({
  validateSearch: readFormSearch,
  loader: ({ context }) => readAttempt(context.cookies),
  head: ({ match }) => pageTitle(match.context, m["passwords.forgotTitle"](), { isError: match.search.error !== undefined }),
  component: ForgotPassword,
});

function ForgotPassword() {
  return <ForgotPasswordScreen search={readFormSearch(Route.useSearch())} attempt={Route.useLoaderData()} />;
}
