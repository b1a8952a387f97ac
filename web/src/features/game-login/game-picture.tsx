import styles from "./game-login.module.css";

export type GamePictureState = "sailing" | "arrived" | "adrift";

/**
 * Shows a child who cannot read yet how the login goes. The boat sails, lies in the harbour, or lies adrift. It lies in the harbour at the
 * end, and also at the question before the start.
 */
export function GamePicture({ state }: { state: GamePictureState }) {
  return (
    <svg className={styles["picture"]} viewBox="0 0 240 120" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <circle cx="196" cy="30" r="15" fill="var(--sky-disc)" />
      <path d="M0 92q15-8 30 0t30 0 30 0 30 0 30 0 30 0 30 0 30 0v28H0z" fill="var(--sea-mid)" />
      {state === "arrived" && <Harbour />}
      <g className={styles[state]}>
        <Boat hasFlag={state === "arrived"} />
      </g>
      <path d="M0 104q15-7 30 0t30 0 30 0 30 0 30 0 30 0 30 0 30 0v16H0z" fill="var(--sea-near)" />
    </svg>
  );
}

const ink = { stroke: "var(--scene-ink)", strokeWidth: 2.5, strokeLinejoin: "round", strokeLinecap: "round" } as const;

/** An open book as the hull, a page as the sail. */
function Boat({ hasFlag }: { hasFlag: boolean }) {
  return (
    <g {...ink}>
      <path d="M112 26v54" fill="none" />
      <path d="M116 32c16 6 26 20 30 40-10-4-20-5-30-3z" fill="var(--lantern)" />
      <path d="M108 38c-10 6-18 17-21 31 7-2 14-3 21-1z" fill="var(--paper)" />
      {hasFlag && <path d="M112 26c7-5 12 3 20-2v-11c-8 5-13-3-20 2z" fill="var(--moss)" />}
      <path d="M112 84c-12-8-30-10-48-7 3 12 9 19 16 23h64c7-4 13-11 16-23-18-3-36-1-48 7z" fill="var(--paper)" />
      <path d="M112 84v16M74 84c11-1 21 1 30 5M150 84c-11-1-21 1-30 5" fill="none" strokeWidth="1.8" />
    </g>
  );
}

function Harbour() {
  return (
    <g {...ink}>
      <path d="M186 100l4-58h16l4 58z" fill="var(--tower)" />
      <path d="M188.5 66h19l1.4 16h-21.8z" fill="var(--coral)" stroke="none" />
      <path d="M188 42h20M198 22l9 12h-18zM191 34h14v8h-14z" fill="var(--lit)" />
      <path d="M168 100c4-8 14-12 30-12s28 4 34 12z" fill="var(--moss)" />
    </g>
  );
}
