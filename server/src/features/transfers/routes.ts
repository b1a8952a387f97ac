import * as contract from "@storyport/contract/transfers";
import type { AppContext } from "#/context.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { acceptTransfer } from "./accept-transfer.ts";
import { checkTransfer } from "./check-transfer.ts";
import { declineTransfer } from "./decline-transfer.ts";
import { listTransfers } from "./list-transfers.ts";
import { openTransfer } from "./open-transfer.ts";
import { withdrawTransfer } from "./withdraw-transfer.ts";

export function transferRoutes(add: AddRoute, context: AppContext): void {
  add(contract.listTransfers, ({ caller, params }) => listTransfers(context, caller, params));
  add(contract.openTransfer, ({ caller, params, body }) => openTransfer(context, caller, { ...params, ...body }));
  add(contract.withdrawTransfer, async ({ caller, params }) => {
    await withdrawTransfer(context, caller, params.transferId);
    return undefined;
  });
  add(contract.checkTransfer, ({ caller, body }) => checkTransfer(context, caller, body));
  add(contract.acceptTransfer, ({ caller, body }) => acceptTransfer(context, caller, body));
  add(contract.declineTransfer, async ({ caller, body }) => {
    await declineTransfer(context, caller, body);
    return undefined;
  });
}
