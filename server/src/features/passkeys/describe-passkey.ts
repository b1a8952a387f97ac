import type { namedCredential, Passkey } from "@storyport/contract/passkeys";
import type * as z from "zod/mini";
import type { PasskeyRow } from "./queries.ts";

export function describePasskey({ id, name, is_backed_up, created_at, last_used_at, copied_at }: PasskeyRow): Passkey {
  return {
    id,
    name,
    createdAt: created_at.toISOString(),
    ...(last_used_at === null ? {} : { lastUsedAt: last_used_at.toISOString() }),
    isBackedUp: is_backed_up,
    isCopied: copied_at !== null,
  };
}

/** Names a passkey to browsers, which know it by the id of its credential. */
export function nameCredential({ credential_id, transports }: PasskeyRow): z.infer<typeof namedCredential> {
  return { type: "public-key", id: credential_id.toString("base64url"), transports };
}
