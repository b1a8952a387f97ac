export type VignetteProps = {
  /** `arrived`: success. `sailing`: in progress. `adrift`: a page or link that leads nowhere. `calm`: nothing here yet. */
  scene: "arrived" | "sailing" | "adrift" | "calm";
  width?: number;
};

/** A small decorative picture above the words of a page with little content: done, waiting, not found, empty. */
export function Vignette({ scene, width = 176 }: VignetteProps) {
  const Drawing = drawings[scene];
  return (
    <svg viewBox="0 0 176 112" width={width} height={(width * 112) / 176} aria-hidden="true">
      <g stroke="var(--mark-ink)" strokeLinejoin="round" strokeLinecap="round" strokeWidth="2.4">
        <Drawing />
        <path fill="none" d="M8 102q8-7 16 0t16 0 16 0 16 0 16 0 16 0 16 0 16 0 16 0 16 0" />
      </g>
    </svg>
  );
}

/** The story boat at the quay, lantern lit. */
function Arrived() {
  return (
    <>
      <Boat />
      <path fill="var(--lantern)" d="M128 88V44h28v44z" />
      <path fill="var(--coral)" d="m122 46 20-18 20 18z" />
      <path fill="var(--lit)" d="M136 56h12v14h-12z" />
      <path fill="none" d="M118 88h52M126 88v14m36-14v14" />
      <path stroke="var(--lantern)" fill="none" d="M142 18v-8m-16 12-5-6m37 6 5-6" />
    </>
  );
}

function Sailing() {
  return (
    <>
      <Boat />
      <path fill="none" d="M110 40h30q10 0 10-8t-8-8M116 54h44M112 68h24q8 0 8 7" />
    </>
  );
}

function Boat() {
  return (
    <>
      <path fill="var(--mark-tower)" d="M22 70q17 11 35 3 18 8 35-3l-8 24q-13 8-27 3-14 5-27-3z" />
      <path fill="none" d="M57 73V12M30 80q13 6 22 2m32-2q-13 6-22 2M57 74v22" />
      <path fill="var(--coral)" d="M61 16q26 22 28 48H61z" />
      <path fill="var(--mark-tower)" d="M53 22Q32 42 28 64h25z" />
      <path fill="none" strokeWidth="1.8" d="M38 54h9M40 46h8M44 38h5" />
    </>
  );
}

/** A letter in a bottle. */
function Adrift() {
  return (
    <>
      <g transform="rotate(-24 88 66)">
        <path fill="var(--info-soft)" d="M50 52h56c10 0 12 6 20 6h14v18h-14c-8 0-10 6-20 6H50c-9 0-14-6-14-15s5-15 14-15z" />
        <path fill="var(--lantern)" d="M140 58h12v18h-12z" />
        <path fill="var(--mark-tower)" d="M54 58h36l6 5v14H54z" />
        <path fill="none" strokeWidth="1.8" d="M60 64h24m-24 7h28" />
      </g>
      <path fill="none" d="M24 40q7-8 13 1 6-9 13-2" />
    </>
  );
}

/** The lighthouse on a calm evening. */
function Calm() {
  return (
    <>
      <circle cx="88" cy="70" r="30" fill="var(--sky-disc)" />
      <path fill="var(--surface)" stroke="none" d="M50 86h76v20H50z" />
      <path fill="none" d="M30 86h116M44 94h30m26 0h34M24 30q7-8 13 1 6-9 13-2M122 22q6-7 11 1 5-8 11-2" />
    </>
  );
}

const drawings = { arrived: Arrived, sailing: Sailing, adrift: Adrift, calm: Calm };
