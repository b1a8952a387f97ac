import { createFileRoute, redirect } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { EnrolmentScreen } from "#/features/second-factor/enrolment-screen.tsx";
import { SecondFactorScreen } from "#/features/second-factor/second-factor-screen.tsx";
import { readSecondFactorSearch } from "#/features/second-factor/second-factor-search.ts";
import { pageTitle } from "#/shell/page-title.ts";

export const Route = createFileRoute("/login/second-factor")({
  validateSearch: readSecondFactorSearch,
  beforeLoad: ({ context }) => {
    // Whoever is wholly logged in owes nothing here.
    if (context.visitor.is === "known") throw redirect({ href: "/post-login", replace: true });
  },
  head: ({ match }) =>
    pageTitle(match.context, match.search.enrol === undefined ? m["secondFactor.askTitle"]() : m["secondFactor.enrolTitle"](), {
      isError: match.search.error !== undefined,
    }),
  component: SecondFactor,
});

function SecondFactor() {
  const search = readSecondFactorSearch(Route.useSearch());
  return search.enrol === undefined ? <SecondFactorScreen search={search} /> : <EnrolmentScreen />;
}
