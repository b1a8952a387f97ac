import { encode } from "uqr";

/** A text as a QR code: black on white in every theme, since a camera and a printer have none. */
export function QrPicture({ text, label }: { text: string; label: string }) {
  // Medium error correction: a badge lives in a pencil case. Four modules of quiet ground are the standard's own.
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} width="160" height="160" shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join("")} fill="#000" />
    </svg>
  );
}
