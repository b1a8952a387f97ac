import type { ReactNode } from "react";
import styles from "./qr-login.module.css";

/**
 * `show`: hold up the badge. `ask`: may this badge log in? `dead`: the badge is refused. `wait`: a login is under way, or the child tries
 * again later. `dark`: the camera does not work. `code`: enter a one-time code. Each state has a picture of its own shape, for children who
 * cannot read.
 */
export type BadgeState = "show" | "ask" | "dead" | "wait" | "dark" | "code";

/** One picture for each state, before the same sky and sea. */
export function BadgePicture({ state }: { state: BadgeState }) {
  return (
    <svg className={styles["picture"]} viewBox="0 0 240 132" aria-hidden="true">
      <circle cx="212" cy="22" r="12" fill="var(--sky-disc)" />
      <path d="M-60 108q15-8 30 0t30 0 30 0 30 0 30 0 30 0 30 0 30 0 30 0 30 0 30 0 30 0v24H-60z" fill="var(--sea-mid)" />
      <g stroke="var(--scene-ink)" strokeWidth="2.6" strokeLinejoin="round" strokeLinecap="round">
        {pictures[state]}
      </g>
      <path d="M-60 118q15-7 30 0t30 0 30 0 30 0 30 0 30 0 30 0 30 0 30 0 30 0 30 0 30 0v14H-60z" fill="var(--sea-near)" />
    </svg>
  );
}

/** The badge on its string, around x = 120. */
function Badge({ children }: { children?: ReactNode }) {
  return (
    <>
      <path d="M104-4l16 30 16-30" fill="none" stroke="var(--coral)" strokeWidth="6" />
      <rect x="78" y="24" width="84" height="92" rx="12" fill="var(--paper)" />
      <path d="M110 24v-4h20v4z" fill="var(--lantern)" />
      <path d="M88 36h16v16H88zM136 36h16v16h-16zM88 90h16v16H88z" fill="var(--lit)" />
      <path d="M112 38h8M126 42v8M114 48h6M136 92h6v6M150 90v14M138 104h6M112 104h10" fill="none" strokeWidth="4" />
      {children}
    </>
  );
}

function Face({ mouth }: { mouth: string }) {
  return (
    <>
      <circle cx="120" cy="71" r="22" fill="var(--lantern)" />
      <path d="M112 66v2M128 66v2" fill="none" strokeWidth="5" />
      <path d={mouth} fill="none" />
    </>
  );
}

/** A grown-up with a raised hand: ask your teacher. */
function Teacher() {
  return (
    <g>
      <path d="M176 118c0-26 6-36 22-36s22 10 22 36z" fill="var(--moss)" />
      <path d="M180 92c-8-4-12-12-12-22" fill="none" strokeWidth="9" stroke="var(--scene-ink)" />
      <path d="M180 92c-8-4-12-12-12-22" fill="none" strokeWidth="5" stroke="var(--moss)" />
      <circle cx="168" cy="66" r="5" fill="var(--lit)" />
      <circle cx="198" cy="64" r="15" fill="var(--lit)" />
      <path d="M183 64c-2-20 32-22 31 0-4-8-10-10-16-10s-11 3-15 10z" fill="var(--coral)" />
      <path d="M193 65v2M203 65v2" fill="none" strokeWidth="3.5" />
      <path d="M193 72q5 4 10 0" fill="none" />
    </g>
  );
}

function Cross({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <circle r="19" fill="var(--coral)" />
      <path d="M-8-8L8 8M8-8L-8 8" fill="none" stroke="#fff" strokeWidth="6" />
    </g>
  );
}

const pictures: Readonly<Record<BadgeState, ReactNode>> = {
  // A badge that moves towards the eye of a tablet.
  show: (
    <>
      <rect x="14" y="14" width="66" height="92" rx="10" fill="var(--scene-ink)" />
      <rect x="20" y="26" width="54" height="70" rx="3" fill="var(--lit)" />
      <circle cx="47" cy="20" r="3.5" fill="var(--paper)" />
      <path d="M92 50h16M92 66h22M92 82h16" fill="none" strokeWidth="4" strokeDasharray="2 8" />
      <g transform="translate(52 4)">
        <g className={styles["nearing"]}>
          <Badge>
            <Face mouth="M108 76q12 12 24 0" />
          </Badge>
        </g>
      </g>
    </>
  ),
  ask: (
    <>
      <g className={styles["swinging"]}>
        <Badge>
          <Face mouth="M111 79h18" />
        </Badge>
      </g>
      <path d="M188 44c0-20 32-20 32 0 0 14-16 14-16 28M204 86v1" fill="none" strokeWidth="14" stroke="var(--scene-ink)" />
      <path d="M188 44c0-20 32-20 32 0 0 14-16 14-16 28M204 86v1" fill="none" strokeWidth="8" stroke="var(--lantern)" />
    </>
  ),
  dead: (
    <>
      <g transform="translate(-44 0) rotate(-7 120 0)">
        <Badge>
          <Face mouth="M108 83q12-11 24 0" />
        </Badge>
        <Cross x={158} y={104} />
      </g>
      <Teacher />
    </>
  ),
  // An hourglass.
  wait: (
    <g className={styles["turning"]}>
      <path d="M92 14h56M92 110h56" fill="none" strokeWidth="8" />
      <path d="M98 18h44c0 24-16 32-16 44s16 20 16 44H98c0-24 16-32 16-44S98 42 98 18z" fill="var(--paper)" />
      <path d="M106 40h28c-4 9-11 14-14 20-3-6-10-11-14-20z" fill="var(--lantern)" stroke="none" />
      <path d="M102 104c2-14 10-20 18-20s16 6 18 20z" fill="var(--lantern)" stroke="none" />
      <path d="M120 60v22" fill="none" stroke="var(--lantern)" strokeWidth="3" />
    </g>
  ),
  // A camera with a cross.
  dark: (
    <>
      <g transform="translate(-6 0)">
        <path d="M40 42h26l8-14h36l8 14h26q8 0 8 8v52q0 8-8 8H40q-8 0-8-8V50q0-8 8-8z" fill="var(--tower)" />
        <circle cx="92" cy="74" r="24" fill="var(--scene-ink)" />
        <circle cx="92" cy="74" r="13" fill="var(--sea-mid)" />
        <Cross x={140} y={42} />
      </g>
      <Teacher />
    </>
  ),
  // A slip of paper with three letters and six digits, as a code has. `--lit` is light in both themes, so the ink on it is dark in both.
  code: (
    <>
      <g transform="rotate(-4 120 60)">
        <rect x="14" y="34" width="212" height="56" rx="10" fill="var(--paper)" />
        {[..."ABC123456"].map((sign, index) => (
          <g key={sign} transform={`translate(${23 + index * 21 + Math.floor(index / 3) * 4} 45)`}>
            <rect width="18" height="34" rx="4" fill={index > 2 ? "var(--lit)" : "var(--sky)"} />
            <text
              x="9"
              y="24"
              fill={index > 2 ? "#16264a" : "var(--scene-ink)"}
              stroke="none"
              fontSize="20"
              fontWeight="700"
              fontFamily="var(--font-reading)"
              textAnchor="middle"
            >
              {sign}
            </text>
          </g>
        ))}
      </g>
    </>
  ),
};

/** Beside the words of a button: yes and no. */
export function Tick() {
  return (
    <svg
      viewBox="0 0 32 32"
      width="32"
      height="32"
      fill="none"
      stroke="currentColor"
      strokeWidth="5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M5 17l8 8L27 8" />
    </svg>
  );
}

export function CrossSign() {
  return (
    <svg
      viewBox="0 0 32 32"
      width="32"
      height="32"
      fill="none"
      stroke="currentColor"
      strokeWidth="5"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M7 7l18 18M25 7L7 25" />
    </svg>
  );
}
