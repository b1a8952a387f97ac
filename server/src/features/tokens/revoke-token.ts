import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import type { Caller } from "#/platform/http/caller.ts";
import { digestOf } from "#/platform/secrets.ts";
import { readOurToken } from "./presented-token.ts";
import { findFamilyOfClient, findFamilyOfToken, revokeFamily } from "./queries.ts";
import { requireKnownClient } from "./require-known-client.ts";
import { requireParameters } from "./require-parameters.ts";

/**
 * Ends the family of a refresh token, also a used or expired token, or of a valid access token (RFC 7009, section 2.1). Any other token,
 * such as another client's, ends nothing and is no error (section 2.2). An unknown game is refused with errors.clientInvalid, and a missing
 * token with errors.invalidInput.
 */
export async function revokeToken(
  context: AppContext,
  caller: Caller,
  { clientId, ...sent }: { clientId: string; token: string | undefined },
): Promise<void> {
  const { token } = requireParameters({ token: sent.token });
  // Only a JWT has dots. Its key is read before the transaction (`Issuer`).
  const access = token.includes(".") ? await readOurToken(context, token) : undefined;
  await context.database.transaction().execute(async (transaction) => {
    const family =
      access === undefined
        ? await findFamilyOfToken(transaction, digestOf(token), clientId)
        : await findFamilyOfClient(transaction, access.sid, clientId);
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
