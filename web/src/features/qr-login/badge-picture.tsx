import styles from "./qr-login.module.css";

/** A badge on a string for children who cannot read: it smiles, waits, or hangs its head. */
export function BadgePicture({ mood }: { mood: "happy" | "waiting" | "sad" }) {
  return (
    <svg className={styles["picture"]} viewBox="0 0 240 132" aria-hidden="true">
      <circle cx="206" cy="26" r="14" fill="var(--sky-disc)" />
      <path d="M0 108q15-8 30 0t30 0 30 0 30 0 30 0 30 0 30 0 30 0v24H0z" fill="var(--sea-mid)" />
      <g stroke="var(--scene-ink)" strokeWidth="2.6" strokeLinejoin="round" strokeLinecap="round">
        <g className={styles[mood]}>
          <path d="M104-4l16 30 16-30" fill="none" stroke="var(--coral)" strokeWidth="6" />
          <rect x="78" y="24" width="84" height="92" rx="12" fill="var(--paper)" />
          <path d="M110 24v-4h20v4z" fill="var(--lantern)" />
          <path d="M88 36h16v16H88zM136 36h16v16h-16zM88 90h16v16H88z" fill="var(--lit)" />
          <path d="M112 38h8M126 42v8M114 48h6M136 92h6v6M150 90v14M138 104h6M112 104h10" fill="none" strokeWidth="4" />
          <Face mood={mood} />
        </g>
      </g>
      <path d="M0 118q15-7 30 0t30 0 30 0 30 0 30 0 30 0 30 0 30 0v14H0z" fill="var(--sea-near)" />
    </svg>
  );
}

const mouths = { happy: "M108 76q12 12 24 0", waiting: "M111 79h18", sad: "M108 83q12-11 24 0" };

function Face({ mood }: { mood: keyof typeof mouths }) {
  return (
    <>
      <circle cx="120" cy="71" r="22" fill="var(--lantern)" />
      <path d="M112 66v2M128 66v2" fill="none" strokeWidth="5" />
      <path d={mouths[mood]} fill="none" />
    </>
  );
}
