import { m } from "@storyport/texts/messages";
import { useRouteContext } from "@tanstack/react-router";
import { Button } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { GamePicture } from "./game-picture.tsx";
import { HandOverProgress } from "./hand-over-progress.tsx";
import type { HandOverOpening } from "./open-hand-over.ts";
import { useStartOver } from "./use-start-over.ts";
import { WhoIsPlaying } from "./who-is-playing.tsx";

/** Hands over to the game and says how that goes (specification, section 2, /game-redirect). */
export function GameRedirectScreen({ opening }: { opening: HandOverOpening }) {
  const { user } = opening;
  return (
    <>
      {"task" in opening ? <HandOverProgress task={opening.task} user={user} /> : <Incomplete missing={opening.missing} />}
      {user !== undefined && <WhoIsPlaying user={user} />}
    </>
  );
}

/** The game did not say enough, or the login state is gone: the only way on is from the beginning. */
function Incomplete({ missing }: { missing: keyof typeof missingTexts }) {
  const context = useRouteContext({ from: "__root__" });
  const startOver = useStartOver(context);
  return (
    <>
      <PageHeading>{m["gameLogin.errorTitle"]()}</PageHeading>
      <GamePicture state="adrift" />
      <Notice tone="error" title={m["gameLogin.errorWithMessage"]({ message: missingTexts[missing]() })}>
        {m["gameLogin.startAgainAdvice"]()}
      </Notice>
      <Button size="large" onClick={startOver}>
        {m["gameLogin.startOver"]()}
      </Button>
    </>
  );
}

const missingTexts = {
  "gameLogin.missingGameId": () => m["gameLogin.missingGameId"](),
  "gameLogin.missingValues": () => m["gameLogin.missingValues"](),
};
