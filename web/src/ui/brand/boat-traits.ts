/** What a child's boat looks like, derived from the id of the account (docs/decisions/0052-badges-seen-and-heard.md). */

/** How many choices each trait has. All but the colour also differ in black and white. */
export const boatChoices = { sign: 20, hull: 6, sail: 5, sailPattern: 5, pennant: 4, colour: 8 } as const;

export type BoatTraits = Readonly<Record<keyof typeof boatChoices, number>>;

/** The same id always has the same boat. Two ids may share a boat, which is rare in a class (boat-traits.test.ts). */
export function boatTraits(id: string): BoatTraits {
  let rest = mix(id);
  const take = (choices: number): number => {
    const chosen = rest % choices;
    rest = Math.floor(rest / choices);
    return chosen;
  };
  return {
    sign: take(boatChoices.sign),
    hull: take(boatChoices.hull),
    sail: take(boatChoices.sail),
    sailPattern: take(boatChoices.sailPattern),
    pennant: take(boatChoices.pennant),
    colour: take(boatChoices.colour),
  };
}

/** FNV-1a with the final mix of MurmurHash3. Ids that differ in one character have unrelated numbers of 32 bits. */
function mix(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01_00_01_93);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
