import { m } from "@storyport/texts/messages";
import { PageHeading } from "#/ui/page-heading.tsx";

export function GamesScreen() {
  return <PageHeading>{m["games.adminTitle"]()}</PageHeading>;
}
