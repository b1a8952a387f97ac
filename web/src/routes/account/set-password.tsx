import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { SetPasswordScreen } from "#/features/passwords/set-password-screen.tsx";
import { readLinkSearch } from "#/features/links/link-search.ts";
import { pageTitle } from "#/shell/page-title.ts";

export const Route = createFileRoute("/account/set-password")({
  validateSearch: readLinkSearch,
  head: ({ match }) => pageTitle(match.context, m["passwords.setTitle"]()),
  component: SetPassword,
});

function SetPassword() {
  return <SetPasswordScreen code={Route.useSearch().code} />;
}
