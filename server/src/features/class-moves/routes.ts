import * as contract from "@storyport/contract/class-moves";
import type { AppContext } from "#/context.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { checkClassMove } from "./check-class-move.ts";
import { moveStudents } from "./move-students.ts";

export function classMoveRoutes(add: AddRoute, context: AppContext): void {
  add(contract.checkClassMove, ({ caller, params, query }) => checkClassMove(context, caller, { ...params, ...query }));
  add(contract.moveStudents, ({ caller, params, body }) => moveStudents(context, caller, { ...params, ...body }));
}
