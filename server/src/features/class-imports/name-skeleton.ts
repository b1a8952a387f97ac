/** Letters, each followed by the Latin letters that it looks like or is written as. A sign with nothing behind it is dropped. */
const lookAlikes =
  "аa вb еe ѕs іi кk мm нh оo рp сc тt уy хx һh ӏl јj ѵv αa βb εe ζz ηh ιi κk μm νn οo ρp τt υy χx ıi øo æae œoe đd łl ßss 0o |l ’ ` ´";

const looks = new Map(lookAlikes.split(" ").map(([letter = "", ...latin]) => [letter, latin.join("")]));

/**
 * Returns a form that is equal for names that look the same. It drops case, accents, spaces, hyphens and other marks. It replaces letters
 * of other scripts, and letters such as "ø", by the Latin letters of `lookAlikes`. If two students of a class have the same form, a person
 * must decide.
 */
export function nameSkeleton(name: string): string {
  // A small letter may be a letter and an accent again, as that of "İ".
  const folded = name.normalize("NFKD").toLowerCase().normalize("NFKD");
  const letters = folded.replace(/[\p{M}\p{Cf}\s.,'\-\u2010-\u2015_·]+/gu, "");
  return [...letters].map((letter) => looks.get(letter) ?? letter).join("");
}

/** Returns the same key for two spellings of a class, such as "2A" and "2 a". */
export function classKey(name: string): string {
  return name.normalize("NFKC").toLowerCase().replace(/\s+/gu, "");
}
