import { endWalk, startWalk } from "@storyport/contract/conformance";
import type { GameSettings } from "@storyport/contract/games";
import { m } from "@storyport/texts/messages";
import { useEffect, useRef, useState } from "react";
import { failureText } from "#/api/failure-text.ts";
import { useSend } from "#/api/use-endpoint.ts";
import { benchTexts } from "#/features/game-rights/bench-words.ts";
import { formatMoment } from "#/shell/dates.ts";
import { focusOnceDrawn } from "#/shell/focus-once-drawn.ts";
import { Button } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";
import { isExpected, remember, rememberFor, requestOf, sendRequest, stepsOf } from "./walk-requests.ts";
import type { Memory, WalkAnswer, WalkRequest, WalkStep } from "./walk-requests.ts";
import { WalkAnswerShown, WalkStepShown } from "./walk-step.tsx";

/** A login of the game, step by step, with the portal's own page as the game. */
export function Walk({ game }: { game: GameSettings }) {
  const start = useSend(startWalk);
  const end = useSend(endWalk);
  const [memory, setMemory] = useState<Memory>();
  const startButton = useRef<HTMLButtonElement>(null);
  const handleStart = () => {
    end.reset();
    start.mutate([{ params: { gameId: String(game.gameId) }, body: {} }], {
      onSuccess: (walk) => void rememberFor(walk, game).then(setMemory),
    });
  };
  const handleEnd = () => {
    start.reset();
    end.mutate([{ body: {} }], {
      onSuccess: () =>
        focusOnceDrawn(
          () => setMemory(undefined),
          () => startButton.current,
        ),
    });
  };
  const error = start.error ?? end.error;
  return (
    <>
      <h2>{m["bench.walkTitle"]()}</h2>
      <p>{m["bench.walkIntro"]()}</p>
      {error !== null && <Notice tone="error">{m["bench.changeFailed"]({ reason: failureText(error.failure, benchTexts) })}</Notice>}
      {memory !== undefined && <WalkSteps key={memory.walk.runId} first={memory} />}
      <div>
        <Button ref={startButton} variant="secondary" pending={start.isPending} pendingText={m["app.waiting"]()} onClick={handleStart}>
          {memory === undefined ? m["bench.walkStart"]() : m["bench.walkAgain"]()}
        </Button>{" "}
        {memory !== undefined && (
          <Button variant="quiet" pending={end.isPending} pendingText={m["app.waiting"]()} onClick={handleEnd}>
            {m["bench.walkEnd"]()}
          </Button>
        )}
      </div>
    </>
  );
}

interface Done {
  step: WalkStep;
  request: WalkRequest;
  answer: WalkAnswer;
  isRight: boolean;
}

function WalkSteps({ first }: { first: Memory }) {
  const [memory, setMemory] = useState(first);
  const [done, setDone] = useState<readonly Done[]>([]);
  const [isSending, setIsSending] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const beginning = useRef<HTMLParagraphElement>(null);
  // The pressed button is below the steps, so the next Tab would pass them.
  useEffect(() => beginning.current?.focus(), []);
  const steps = stepsOf(memory.walk);
  // A wrong answer ends the walk, because the later steps build on it.
  const next = done.at(-1)?.isRight === false ? undefined : steps[done.length];
  const send = async (step: WalkStep) => {
    const request = requestOf(step, memory);
    setIsSending(true);
    setHasFailed(false);
    try {
      const answer = await sendRequest(request);
      setDone([...done, { step, request, answer, isRight: isExpected(step, memory, answer) }]);
      setMemory(remember(step, memory, answer));
    } catch {
      setHasFailed(true);
    }
    setIsSending(false);
  };
  return (
    <>
      <p ref={beginning} tabIndex={-1}>
        {m["bench.walkUntil"]({ date: formatMoment(memory.walk.endsAt) })}
      </p>
      {done.map(({ step, request, answer, isRight }) => (
        <div key={step}>
          <WalkStepShown step={step} request={request} />
          <WalkAnswerShown step={step} answer={answer} isRight={isRight} />
        </div>
      ))}
      {next !== undefined && (
        <>
          <WalkStepShown step={next} request={requestOf(next, memory)} />
          {hasFailed && <Notice tone="error">{m["bench.walkFailed"]()}</Notice>}
          <div>
            <Button pending={isSending} pendingText={m["app.waiting"]()} onClick={() => void send(next)}>
              {m["bench.walkSend"]()}
            </Button>
          </div>
        </>
      )}
      {done.length === steps.length && done.at(-1)?.isRight === true && (
        <Notice tone="success" takesFocus>
          {m["bench.walkDone"]()}
        </Notice>
      )}
    </>
  );
}
