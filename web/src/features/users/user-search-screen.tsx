import { m } from "@storyport/texts/messages";
import { PageHeading } from "#/ui/page-heading.tsx";

export function UserSearchScreen() {
  return <PageHeading>{m["users.searchTitle"]()}</PageHeading>;
}
