import type { Passkey } from "@storyport/contract/passkeys";
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
