import { m } from "@storyport/texts/messages";
import { PageHeading } from "#/ui/page-heading.tsx";

export function PlayerScreen({ playerId }: { playerId: string }) {
  return <PageHeading intro={playerId}>{m["players.playerTitle"]()}</PageHeading>;
}
