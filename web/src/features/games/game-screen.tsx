import { m } from "@storyport/texts/messages";
import { PageHeading } from "#/ui/page-heading.tsx";

export function GameScreen({ gameId }: { gameId: string }) {
  return <PageHeading intro={gameId}>{m["games.gameTitle"]()}</PageHeading>;
}
