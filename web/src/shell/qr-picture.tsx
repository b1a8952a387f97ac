import { encode } from "uqr";

interface QrPictureProps {
  text: string;
  label: string;
  /** The least width in CSS pixels. */
  atLeast: number;
}

/** Draws a text as a QR code: black on white in every theme, for cameras and printers. */
export function QrPicture({ text, label, atLeast }: QrPictureProps) {
  // A quarter of the code may be torn or dirty (level Q). The standard demands a border of four modules.
  const { data, size } = encode(text, { ecc: "Q", border: 4 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  // A whole number of pixels per module, so that all modules have the same width on every screen.
  const side = size * Math.ceil(atLeast / size);
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} width={side} height={side} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join("")} fill="#000" />
    </svg>
  );
}
