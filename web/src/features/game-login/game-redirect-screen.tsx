import { m } from "@storyport/texts/messages";
import { useEffect, useEffectEvent, useState } from "react";
import { usePortal } from "#/shell/portal.ts";
import { ApiError } from "#/api/api-error.ts";
import { AccountCheckFailed } from "#/shell/account-check-failed.tsx";
import { FirstPagePending } from "#/shell/page-pending.tsx";
import { Button } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { GamePicture } from "./game-picture.tsx";
import type { GameLoginSearch } from "./game-request.ts";
import { HandOverProgress } from "./hand-over-progress.tsx";
import { openHandOver } from "./open-hand-over.ts";
import type { HandOverOpening } from "./open-hand-over.ts";
import { useStartOver } from "./use-start-over.ts";
import { WhoIsPlaying } from "./who-is-playing.tsx";

/**
 * Hands over to the game and shows the progress (specification, section 2, /game-redirect). It starts in the browser, where the tab's
 * memory is. It has no login guard, because a badge session has ended by the time its hand-over is shown again.
 */
export function GameRedirectScreen({ search }: { search: GameLoginSearch }) {
  const portal = usePortal();
  const [opening, setOpening] = useState<HandOverOpening | ApiError>();
  // Runs once when the page opens: a second render must not begin another hand-over.
  const open = useEffectEvent(async () => openHandOver(portal, search));
  useEffect(() => {
    open().then(setOpening, (error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      setOpening(error);
    });
  }, []);
  if (opening === undefined) return <FirstPagePending />;
  if (opening instanceof ApiError) return <AccountCheckFailed failure={opening.failure} />;
  const { user } = opening;
  return (
    <>
      {"task" in opening ? (
        <HandOverProgress task={opening.task} user={user} />
      ) : (
        <Incomplete missing={opening.missing} isChild={user?.loginType === "QRCODE"} />
      )}
      {user !== undefined && <WhoIsPlaying user={user} />}
    </>
  );
}

/** The request is incomplete or the login state is gone, so the user has to start over. */
function Incomplete({ missing, isChild }: { missing: keyof typeof missingTexts; isChild: boolean }) {
  const context = usePortal();
  const startOver = useStartOver(context);
  return (
    <>
      <PageHeading>{m["gameLogin.errorTitle"]()}</PageHeading>
      <GamePicture state="adrift" />
      <Notice tone="error" title={m["gameLogin.errorWithMessage"]({ message: missingTexts[missing]() })}>
        {isChild ? m["child.askTeacher"]() : m["gameLogin.startAgainAdvice"]()}
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
