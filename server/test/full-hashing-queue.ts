import type { PasswordHasher } from "#/platform/hashing/password-hasher.ts";

/** Fills the queue of the hashing threads, and keeps it full until the returned function is called. */
export function fillHashingQueue(hasher: PasswordHasher): () => Promise<void> {
  const ending = new AbortController();
  // A finished hash is followed by the next in the same turn, so no request comes between.
  const keepHashing = async () => {
    while (!ending.signal.aborted) await hasher.hash("a password that fills the queue");
  };
  const hashing: Promise<void>[] = [];
  while (hasher.load().waiting < hasher.load().mostWaiting) hashing.push(keepHashing());
  return async () => {
    ending.abort();
    await Promise.all(hashing);
  };
}
