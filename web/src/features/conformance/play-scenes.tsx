import { playScene, drivenScenes } from "@storyport/contract/conformance";
import type { ConformanceRun } from "@storyport/contract/conformance";
import { m } from "@storyport/texts/messages";
import { useState } from "react";
import { failureText } from "#/api/failure-text.ts";
import { useSend } from "#/api/use-endpoint.ts";
import { benchTexts } from "#/features/game-rights/bench-words.ts";
import { Button } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";

/**
 * Lets the portal call the game, scene by scene. Each scene is a call of its own, so that a hanging game shows how far it came. Each press
 * begins with the first scene, also after a failure.
 */
export function PlayScenes({ run: { runId, canBeDriven } }: { run: ConformanceRun }) {
  const { mutateAsync, error } = useSend(playScene);
  // The number of scenes that are over; undefined until the first press.
  const [done, setDone] = useState<number>();
  const isPlaying = done !== undefined && done < drivenScenes.length && error === null;
  const playAll = async () => {
    for (const [number, scene] of drivenScenes.entries()) {
      setDone(number);
      await mutateAsync([{ params: { runId }, body: { scene } }]);
    }
    setDone(drivenScenes.length);
  };
  // The mutation keeps the failure, which is shown below.
  const handlePlay = () => void playAll().catch(() => undefined);
  return (
    <>
      <h2>{m["bench.playTitle"]()}</h2>
      <p>{canBeDriven ? m["bench.playIntro"]() : m["bench.noStart"]()}</p>
      {canBeDriven && (
        <div>
          <Button
            pending={isPlaying}
            pendingText={m["bench.playing"]({ done: (done ?? 0) + 1, all: drivenScenes.length })}
            onClick={handlePlay}
          >
            {m["bench.playAll"]()}
          </Button>
        </div>
      )}
      {done === drivenScenes.length && <Notice tone="success">{m["bench.played"]()}</Notice>}
      {error !== null && <Notice tone="error">{m["bench.changeFailed"]({ reason: failureText(error.failure, benchTexts) })}</Notice>}
    </>
  );
}
