/** The steps that undo what a measurement started, last first, at its end and on Ctrl-C. */
export interface CleanUp {
  later(step: () => Promise<unknown>): void;
  now(): Promise<void>;
}

export function createCleanUp(): CleanUp {
  const steps: (() => Promise<unknown>)[] = [];
  let running: Promise<void> | undefined;
  const undo = async (step: () => Promise<unknown>): Promise<void> => {
    await step().catch((error: unknown) => console.error("cleaning up:", error));
  };
  const undoAll = async (): Promise<void> => {
    for (let step = steps.pop(); step !== undefined; step = steps.pop()) await undo(step);
  };
  return {
    later(step) {
      // A step that arrives after the clean-up has begun is undone at once.
      if (running === undefined) steps.push(step);
      else void undo(step);
    },
    now: () => (running ??= undoAll()),
  };
}
