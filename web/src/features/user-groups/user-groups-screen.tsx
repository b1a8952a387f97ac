import { m } from "@storyport/texts/messages";
import { PageHeading } from "#/ui/page-heading.tsx";

export function UserGroupsScreen() {
  return <PageHeading>{m["userGroups.title"]()}</PageHeading>;
}
