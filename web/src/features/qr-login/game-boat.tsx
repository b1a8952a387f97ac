import styles from "./qr-login.module.css";

const sails = ["var(--coral)", "var(--moss)", "var(--lantern)", "var(--sea-mid)"];
const signs = [
  "M66 40l4 8 9 1-7 6 2 9-8-4-8 4 2-9-7-6 9-1z",
  "M66 62c-12-8-12-20-5-20 4 0 5 4 5 4s1-4 5-4c7 0 7 12-5 20z",
  "M54 44h24v16H54z",
  "M66 40a12 12 0 1 0 .1 0z",
];

/** One of four boats, by the game's number. The sail's colour and sign identify the game for children who cannot read. */
export function GameBoat({ number }: { number: number }) {
  const kind = number % sails.length;
  return (
    <svg className={styles["boat"]} viewBox="0 0 132 104" width="132" height="104" aria-hidden="true">
      <g stroke="var(--scene-ink)" strokeWidth="2.6" strokeLinejoin="round" strokeLinecap="round">
        <path d="M46 6v72" fill="none" />
        <path d="M50 10c36 10 46 34 44 60H50z" fill={sails[kind]} />
        <path d="M42 20C28 34 20 50 18 68h24z" fill="var(--paper)" />
        <path d={signs[kind]} fill="var(--lit)" strokeWidth="2" />
        <path d="M8 76q26 12 54 4 28 8 58-4l-12 20q-24 8-46 2-22 6-42-2z" fill="var(--paper)" />
        <path d="M62 80v18" fill="none" strokeWidth="2" />
      </g>
      <path d="M0 98q11-7 22 0t22 0 22 0 22 0 22 0 22 0" fill="none" stroke="var(--sea-near)" strokeWidth="4" strokeLinecap="round" />
    </svg>
  );
}
