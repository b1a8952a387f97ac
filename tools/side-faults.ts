/** Finds styles that name the left or the right side. Pages in Arabic or Hebrew begin at the right, so styles name start and end. */

interface Rule {
  readonly pattern: RegExp;
  readonly instead: string;
}

const inStyles: readonly Rule[] = [
  { pattern: /(?<![\w-])(?:left|right)\s*:/g, instead: "inset-inline-start or -end" },
  { pattern: /(?<![\w-])(?:scroll-)?(?:margin|padding)-(?:left|right)\s*:/g, instead: "-inline-start or -inline-end" },
  { pattern: /(?<![\w-])border-(?:left|right)(?:-\w+)?\s*:/g, instead: "border-inline-start or -end" },
  { pattern: /(?<![\w-])border-(?:top|bottom)-(?:left|right)-radius\s*:/g, instead: "border-start-start-radius and the like" },
  { pattern: /(?<![\w-])(?:text-align|text-align-last|float|clear|caption-side)\s*:\s*(?:left|right)\b/g, instead: "start or end" },
  { pattern: /\b(?:translateX|translate3d)\(/g, instead: "an inset, or a translation of blocks" },
  { pattern: /(?<![\w-])translate\s*:\s*(?!0\b|none)\S+/g, instead: "an inset, or a translation of blocks" },
  { pattern: /\bscaleX\(/g, instead: "data-points of base.css" },
  { pattern: /\bgradient\(\s*(?:-?90deg|270deg|to (?:left|right))/g, instead: "a gradient for each direction" },
  // The position of a background, between its picture and its size.
  { pattern: /\)\s*(?:left|right)\s*\//g, instead: "a position for each direction" },
];

/** Styles in a script, such as those of a letter or of an element. */
const inScripts: readonly Rule[] = [
  { pattern: /["';\s](?:margin|padding|border)-(?:left|right)\s*:/g, instead: "-inline-start, or both sides alike" },
  { pattern: /\b(?:margin|padding|border)(?:Left|Right)\s*:/g, instead: "its inline property" },
  { pattern: /\btext-align\s*:\s*(?:left|right)\b|\btextAlign\s*:\s*["'](?:left|right)/g, instead: "start or end" },
];

/** Files that name a side rightly: how often, and why. */
export const sidesWithReason: Readonly<Record<string, { readonly count: number; readonly reason: string }>> = {
  "web/src/ui/scroll-edges.module.css": { count: 8, reason: "a shadow for each of the two sides, and both sides look the same" },
  "web/src/features/game-login/game-login.module.css": { count: 3, reason: "a boat in a picture, which is the same in every language" },
  "web/src/features/qr-login/qr-login.module.css": { count: 1, reason: "the badge in a picture, which moves into view" },
  "web/src/features/qr-login/camera-view.module.css": { count: 1, reason: "the picture of a camera that looks at the user is a mirror" },
};

/** Returns what is wrong in a file's text, a line each. */
export function sideFaults(file: string, text: string): string[] {
  const rules = file.endsWith(".css") ? inStyles : inScripts;
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, "");
  const found = rules.flatMap(({ pattern, instead }) =>
    [...code.matchAll(pattern)].map(([style]) => `${file}: "${style.trim()}" names a side; write ${instead}`),
  );
  const expected = sidesWithReason[file]?.count ?? 0;
  if (found.length === expected) return [];
  if (found.length > expected) return found;
  return [`tools/side-faults.ts: ${file} names a side ${found.length} times, and not ${expected} times any more`];
}
