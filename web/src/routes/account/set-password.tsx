import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { SetPasswordScreen } from "#/features/passwords/set-password-screen.tsx";
import { readAttempt } from "#/features/links/form-return.ts";
import { readLinkPageSearch } from "#/features/links/link-search.ts";
import { pageTitle } from "#/shell/page-title.ts";

export const Route = createFileRoute("/account/set-password")({
  validateSearch: readLinkPageSearch,
  loader: ({ context }) => readAttempt(context.cookies),
  head: ({ match }) => pageTitle(match.context, m["passwords.setTitle"](), { isError: match.search.error !== undefined }),
  component: SetPassword,
});

function SetPassword() {
  const { code, ...search } = Route.useSearch();
  return <SetPasswordScreen code={code} search={search} attempt={Route.useLoaderData()} />;
}
