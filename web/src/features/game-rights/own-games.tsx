import { listOwnGames } from "@storyport/contract/game-rights";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { buttonClass } from "#/ui/button-class.ts";
import { TitledSection } from "#/ui/titled-section.tsx";

/**
 * The way to the games that the user builds, for an administrator to all games. Absent without a game, while loading and after a failure.
 */
export function OwnGames() {
  const { data } = useEndpoint(listOwnGames);
  if (data === undefined || data.length === 0) return null;
  return (
    <TitledSection title={m["bench.title"]()} intro={m["bench.intro"]()}>
      <Link to="/bench" className={buttonClass("secondary")}>
        {m["bench.open"]()}
      </Link>
    </TitledSection>
  );
}
