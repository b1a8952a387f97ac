import { m } from "@storyport/texts/messages";
import { PageHeading } from "#/ui/page-heading.tsx";

export function OrganizationsScreen() {
  return <PageHeading>{m["organizations.title"]()}</PageHeading>;
}
