/** OWASP Password Storage Cheat Sheet, minimum for argon2id. Raising them re-hashes each password at its next login. */
export const argon2Parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

const prefix = `$argon2id$v=19$m=${argon2Parameters.memoryCost},t=${argon2Parameters.timeCost},p=${argon2Parameters.parallelism}$`;

/** Returns whether a password's hash was made with these parameters. */
export function isCurrentHash(hash: string): boolean {
  return hash.startsWith(prefix);
}
