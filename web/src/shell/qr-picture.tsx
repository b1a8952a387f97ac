import { encode } from "uqr";

interface QrPictureProps {
  text: string;
  label: string;
  /** CSS pixels of a side. */
  atLeast: number;
}

/** A text as a QR code: black on white in every theme, since a camera and a printer have none. */
export function QrPicture({ text, label, atLeast }: QrPictureProps) {
  // Medium error correction: a badge lives in a pencil case. Four modules of quiet ground are the standard's own.
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  // Every module as wide as every other, also where a pixel of the page is one of the screen.
  const side = size * Math.ceil(atLeast / size);
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} width={side} height={side} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join("")} fill="#000" />
    </svg>
  );
}
