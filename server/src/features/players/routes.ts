import { createStudent } from "@storyport/contract/players";
import type { AppContext } from "#/context.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { createStudent as create } from "./create-student.ts";

export function playerRoutes(add: AddRoute, context: AppContext): void {
  add(createStudent, ({ body, caller }) => create(context, caller, body));
}
