import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { failureOfCode } from "#/api/failure-of-code.ts";
import { readLoginSearch } from "#/features/login/login-search.ts";
import { OneTimeCodeScreen } from "#/features/qr-login/one-time-code-screen.tsx";
import { pageTitle } from "#/shell/page-title.ts";

export const Route = createFileRoute("/login/code")({
  validateSearch: readLoginSearch,
  head: ({ match }) => pageTitle(match.context, m["qrLogin.haveCode"](), { isError: match.search.error !== undefined }),
  component: OneTimeCode,
});

function OneTimeCode() {
  const { error } = Route.useSearch();
  return <OneTimeCodeScreen failure={error === undefined ? undefined : failureOfCode(error)} />;
}
