import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import type { Caller } from "#/platform/http/caller.ts";
import { digestOf } from "#/platform/secrets.ts";
import { findFamilyOfToken, revokeFamily } from "./queries.ts";
import { requireKnownClient } from "./require-known-client.ts";
import { requireParameters } from "./require-parameters.ts";

/**
 * Ends the family of a refresh token (RFC 7009). An unknown or foreign token is no error, because it is already invalid. An unknown game is
 * refused with errors.clientInvalid, and a missing token with errors.invalidInput.
 */
export async function revokeToken(
  { database }: AppContext,
  caller: Caller,
  { clientId, ...sent }: { clientId: string; token: string | undefined },
): Promise<void> {
  const { token } = requireParameters({ token: sent.token });
  await database.transaction().execute(async (transaction) => {
    const family = await findFamilyOfToken(transaction, digestOf(token), clientId);
    if (family === undefined) return requireKnownClient(transaction, clientId);
    if (!(await revokeFamily(transaction, family.id, "CLIENT"))) return;
    await recordEvent(transaction, caller, {
      event: "token_revoked",
      targetId: family.account_id,
      organizationId: family.organization_id,
      details: { client: clientId },
    });
  });
}
