import { m } from "@storyport/texts/messages";
import { PageHeading } from "#/ui/page-heading.tsx";

export function CreateOrganizationScreen() {
  return <PageHeading>{m["organizations.createTitle"]()}</PageHeading>;
}
