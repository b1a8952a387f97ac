import type { RosterProgress } from "@storyport/contract/roster-progress";
import { m } from "@storyport/texts/messages";
import { useEffect, useRef } from "react";
import { formatLocales } from "#/shell/format-locales.ts";
import { ProgressBar } from "#/ui/progress-bar.tsx";
import { Stack } from "#/ui/stack.tsx";
import { VisuallyHidden } from "#/ui/visually-hidden.tsx";

const lookEveryMs = 1000;

interface RunProgressProps {
  /** Undefined until a fetched run has it. */
  progress: RosterProgress | undefined;
  /** Fetches the run again. Under load an answer may take longer than a second, so the next look must not cancel it. */
  onLook: (options?: { cancelRefetch: boolean }) => unknown;
  /** The person has just pressed the button that applies the list, and the button is gone. */
  takesFocus: boolean;
}

/** How far a list is that is being applied, by this page or by another. The share is read out at every tenth. */
export function RunProgress({ progress, onLook, takesFocus }: RunProgressProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) box.current?.focus();
  }, [takesFocus]);
  useEffect(() => {
    const timer = setInterval(() => onLook({ cancelRefetch: false }), lookEveryMs);
    return () => clearInterval(timer);
  }, [onLook]);
  const { done = 0, all = 0 } = progress?.isRunning === true ? progress : {};
  const share = all === 0 ? undefined : done / all;
  const count = new Intl.NumberFormat(formatLocales());
  const tenths = new Intl.NumberFormat(formatLocales(), { style: "percent" }).format(Math.floor((share ?? 0) * 10) / 10);
  return (
    <Stack distance="small" ref={box} tabIndex={-1}>
      <p>{m["rosters.applying"]()}</p>
      <ProgressBar label={m["rosters.applying"]()} share={share} />
      {share !== undefined && <p>{m["rosters.progress"]({ done: count.format(done), all: count.format(all) })}</p>}
      <VisuallyHidden>
        <span role="status">{share === undefined ? m["rosters.applying"]() : m["rosters.progressSaid"]({ share: tenths })}</span>
      </VisuallyHidden>
    </Stack>
  );
}
