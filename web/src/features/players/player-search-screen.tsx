import { m } from "@storyport/texts/messages";
import { PageHeading } from "#/ui/page-heading.tsx";

export function PlayerSearchScreen() {
  return <PageHeading>{m["players.searchTitle"]()}</PageHeading>;
}
