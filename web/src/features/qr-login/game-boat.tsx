import type { ReactNode } from "react";
import { boatSigns } from "#/ui/brand/boat-signs.tsx";
import styles from "./qr-login.module.css";

/** The same in both themes: the signs are on white, and the lines are on `--paper`, which is never dark. */
const signInk = "#16264a";

const sailColours = ["var(--coral)", "var(--moss)", "var(--lantern)", "var(--sea-mid)"];

const pennants: readonly ReactNode[] = [
  null,
  <path key="point" d="M46 3L20 9.5 46 16z" />,
  <path key="tails" d="M46 3H18l8 6.5-8 6.5h28z" />,
  <circle key="ball" cx="46" cy="9" r="7" />,
];

/** The hull is an open book. */
const pages: readonly ReactNode[] = [
  null,
  <path key="lines" d="M20 86q18 6 36 2M24 92q16 5 32 2M68 88q18 5 40-2M68 94q16 4 36-2" fill="none" stroke={signInk} strokeWidth="2" />,
  <g key="portholes" fill="var(--lit)" strokeWidth="2">
    <circle cx="28" cy="89" r="4.5" />
    <circle cx="46" cy="91" r="4.5" />
    <circle cx="80" cy="91" r="4.5" />
    <circle cx="98" cy="89" r="4.5" />
  </g>,
];

/**
 * The game's boat, for children who cannot read. `number` is the game's id. 20 signs, 4 pennants and 3 hulls give 240 ids in a row
 * different boats. The sign and the sail's colour change from each id to the next. The pennant changes after all signs, and the hull after all
 * pennants. So games with the same sign also differ without colours.
 */
export function GameBoat({ number }: { number: number }) {
  const round = Math.floor(number / boatSigns.length);
  return (
    <svg className={styles["boat"]} viewBox="0 0 132 104" width="132" height="104" aria-hidden="true">
      <g stroke="var(--scene-ink)" strokeWidth="2.6" strokeLinejoin="round" strokeLinecap="round">
        <path d="M46 2v76" fill="none" />
        <g fill="var(--lit)">{pennants[round % pennants.length]}</g>
        <path d="M50 6c44 8 56 36 52 66H50z" fill={sailColours[(number + round) % sailColours.length]} />
        <path d="M42 22C28 36 20 52 18 70h24z" fill="var(--paper)" />
        <circle cx="73" cy="49" r="19" fill="#fffefa" />
      </g>
      <g transform="translate(73 49) scale(1.2)" fill={signInk} color={signInk}>
        {boatSigns[number % boatSigns.length]}
      </g>
      <g stroke="var(--scene-ink)" strokeWidth="2.6" strokeLinejoin="round" strokeLinecap="round">
        <path d="M8 76q26 12 54 4 28 8 58-4l-12 20q-24 8-46 2-22 6-42-2z" fill="var(--paper)" />
        <path d="M62 80v18" fill="none" strokeWidth="2" />
        {pages[Math.floor(round / pennants.length) % pages.length]}
      </g>
      <path d="M0 98q11-7 22 0t22 0 22 0 22 0 22 0 22 0" fill="none" stroke="var(--sea-near)" strokeWidth="4" strokeLinecap="round" />
    </svg>
  );
}
