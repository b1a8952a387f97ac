import { m } from "@storyport/texts/messages";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Pending } from "#/ui/spinner.tsx";

/** Shown while the browser is on its way. */
export function DashboardRedirectScreen() {
  return (
    <>
      <PageHeading>{m["dashboardLogin.title"]()}</PageHeading>
      <Pending large>{m["dashboardLogin.leaving"]()}</Pending>
    </>
  );
}
