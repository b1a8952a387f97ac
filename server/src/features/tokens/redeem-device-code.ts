import type { Transaction } from "kysely";
import type { AppContext } from "#/context.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { Caller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { digestOf, newSecret } from "#/platform/secrets.ts";
import { consumeSeat, countPoll, findSeatState, noteDeviceUse } from "./device-code-queries.ts";
import type { ConsumedSeat, DeviceProof } from "./device-code-queries.ts";
import { currentIssuer } from "./issue-access-token.ts";
import { openFamily } from "./open-family.ts";
import type { IssuedTokens } from "./refresh-tokens.ts";
import { requireKnownClient } from "./require-known-client.ts";
import { requireParameters } from "./require-parameters.ts";

export interface DevicePoll {
  clientId: string;
  deviceCode: string | undefined;
}

/**
 * Answers a poll with a device code (RFC 8628, section 3.4). Once a teacher has seated a child, returns the tokens of a badge login, once. A
 * device that did not prove itself gets its key with them. Refuses with errors.authorizationPending before that, a device that asks too
 * often with errors.pollingTooFast, and an old code with errors.deviceCodeExpired. Refuses with errors.seatRefused a refused device, an
 * ended lesson, and a child who may not open the game any more. Refuses with errors.grantInvalid a redeemed code, an unknown code, and a
 * code of another client. Refuses an unknown game with errors.clientInvalid, and a missing code with errors.invalidInput.
 */
export async function redeemDeviceCode(context: AppContext, caller: Caller, { clientId, deviceCode }: DevicePoll): Promise<IssuedTokens> {
  const { device_code: code } = requireParameters({ device_code: deviceCode });
  const proof = { digest: digestOf(code), clientId };
  const issuer = await currentIssuer(context);
  const issued = await context.database.transaction().execute(async (transaction) => {
    const seat = await consumeSeat(transaction, proof);
    if (seat === undefined) return undefined;
    const { familyId: _, ...tokens } = await openFamily(transaction, caller, {
      issuer,
      vault: context.vault,
      grant: seat,
      clientId,
    });
    return { ...tokens, deviceKey: await keyFor(transaction, seat) };
  });
  if (issued === undefined) return refuse(context, proof);
  context.meter.count("seatsRedeemed");
  return issued;
}

/** Returns a new key for a device that did not prove itself. A device that the school has removed meanwhile gets none. */
async function keyFor(transaction: Transaction<Tables>, seat: ConsumedSeat): Promise<string | undefined> {
  const key = seat.has_key ? undefined : newSecret();
  const isKept = await noteDeviceUse(transaction, seat, key === undefined ? null : digestOf(key));
  return isKept ? key : undefined;
}

async function refuse({ database }: AppContext, proof: DeviceProof): Promise<never> {
  const poll = await countPoll(database, proof);
  if (poll !== undefined) throw new Refusal(poll.is_too_soon ? "errors.pollingTooFast" : "errors.authorizationPending");
  const state = await findSeatState(database, proof);
  switch (state) {
    case "refused":
      throw new Refusal("errors.seatRefused");
    case "expired":
      throw new Refusal("errors.deviceCodeExpired");
    // A teacher seated a child between the two statements. The next poll gets the tokens.
    case "waiting":
      throw new Refusal("errors.authorizationPending");
    case "used":
    case undefined:
      await requireKnownClient(database, proof.clientId);
      throw new Refusal("errors.grantInvalid");
  }
}
