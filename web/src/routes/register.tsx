import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { pageTitle } from "#/shell/page-title.ts";
import { StartOver } from "#/shell/start-over.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";

export const Route = createFileRoute("/register")({
  head: ({ match }) => pageTitle(match.context, m["register.heading"]()),
  component: Register,
});

function Register() {
  const { productName } = Route.useRouteContext().settings;
  return (
    <>
      <PageHeading intro={m["register.text"]({ productName })}>{m["register.heading"]()}</PageHeading>
      <StartOver />
    </>
  );
}
