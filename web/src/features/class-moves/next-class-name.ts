/** Names that do not count upwards by their number: French schools go from CP to CM2, and then from 6e down to 3e. */
const french: readonly (readonly [RegExp, string])[] = [
  [/\bCP\b/, "CE1"],
  [/\bCE1\b/, "CE2"],
  [/\bCE2\b/, "CM1"],
  [/\bCM1\b/, "CM2"],
  [/\bCM2\b/, "6e"],
  [/\b6(?=(?:e|ème)\b)/, "5"],
  [/\b5(?=(?:e|ème)\b)/, "4"],
  [/\b4(?=(?:e|ème)\b)/, "3"],
];

/** A number of one or two digits. Longer ones are years. */
const yearOfClass = /(?<!\d)\d{1,2}(?!\d)/;

/** Proposes the name of next year's class: 2A becomes 3A, "1. klasse" becomes "2. klasse". A name without a year stays as it is. */
export function nextClassName(name: string): string {
  const step = french.find(([pattern]) => pattern.test(name));
  if (step !== undefined) return name.replace(step[0], step[1]);
  return name.replace(yearOfClass, (year) => String(Number(year) + 1));
}
