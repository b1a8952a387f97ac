import * as contract from "@storyport/contract/seats";
import type { AppContext } from "#/context.ts";
import { authenticateClient } from "#/features/tokens/authenticate-client.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { adoptDevice } from "./adopt-device.ts";
import { listDevices } from "./list-devices.ts";
import { refuseDevice } from "./refuse-device.ts";
import { removeDevice } from "./remove-device.ts";
import { renameDevice } from "./rename-device.ts";
import { requestDeviceCode } from "./request-device-code.ts";
import { seatChild } from "./seat-child.ts";

export function seatRoutes(add: AddRoute, context: AppContext): void {
  add(contract.requestDeviceCode, ({ body, caller, request }) => {
    const clientId = authenticateClient(context, { request, body });
    return requestDeviceCode(context, caller, { clientId, deviceName: body.device_name, deviceKey: body.device_key });
  });
  add(contract.adoptDevice, ({ caller, params, body }) => adoptDevice(context, caller, { ...params, ...body }));
  add(contract.seatChild, ({ caller, params, body }) => seatChild(context, caller, { ...params, ...body }));
  add(contract.refuseDevice, ({ caller, params }) => refuseDevice(context, caller, params));
  add(contract.listDevices, ({ caller, params }) => listDevices(context, caller, params));
  add(contract.renameDevice, ({ caller, params, body }) => renameDevice(context, caller, { ...params, ...body }));
  add(contract.removeDevice, async ({ caller, params }) => {
    await removeDevice(context, caller, params);
    return undefined;
  });
}
