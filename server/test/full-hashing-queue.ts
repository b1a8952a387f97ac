import type { PasswordHasher } from "#/platform/hashing/password-hasher.ts";

/** Fills the queue of the hashing threads, and keeps it full until the returned function is called. */
export function fillHashingQueue(hasher: PasswordHasher): () => Promise<void> {
  let isOver = false;
  // A finished hash is followed by the next in the same turn, so no request comes between.
  const keepHashing = async () => {
    while (!isOver) await hasher.hash("a password that fills the queue");
  };
  const hashing: Promise<void>[] = [];
  while (hasher.load().waiting < hasher.load().mostWaiting) hashing.push(keepHashing());
  return async () => {
    isOver = true;
    await Promise.all(hashing);
  };
}
