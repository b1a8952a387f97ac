import { m } from "@storyport/texts/messages";
import { PageHeading } from "#/ui/page-heading.tsx";

export function CreateUserGroupScreen() {
  return <PageHeading>{m["userGroups.createTitle"]()}</PageHeading>;
}
