import * as ofClass from "@storyport/contract/missing-students";
import * as contract from "@storyport/contract/rosters";
import type { AppContext } from "#/context.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { applyRoster } from "./apply-roster.ts";
import { checkRoster } from "./check-roster.ts";
import { connectRoster, disconnectRoster } from "./connect-roster.ts";
import { discardRoster } from "./discard-roster.ts";
import { keepMissingStudents } from "./keep-missing-students.ts";
import { answerMissing, listMissingOfClass } from "./missing-of-class.ts";
import { getRosterRun, getRosters, listRosterChanges } from "./show-rosters.ts";
import { undoRoster } from "./undo-roster.ts";

export function rosterRoutes(add: AddRoute, context: AppContext): void {
  add(contract.getRosters, ({ query, caller }) => getRosters(context, caller, query));
  add(contract.connectRoster, async ({ body, caller }) => {
    await connectRoster(context, caller, body);
    return undefined;
  });
  add(contract.disconnectRoster, async ({ body, caller }) => {
    await disconnectRoster(context, caller, body);
    return undefined;
  });
  add(contract.checkRoster, ({ body, caller }) => checkRoster(context, caller, body));
  add(contract.getRosterRun, ({ params, caller }) => getRosterRun(context, caller, params.runId));
  add(contract.listRosterChanges, ({ params, query, caller }) => listRosterChanges(context, caller, { ...params, ...query }));
  add(contract.applyRoster, async ({ params, body, caller }) => {
    await applyRoster(context, caller, { ...params, ...body });
    return undefined;
  });
  add(contract.discardRoster, async ({ params, caller }) => {
    await discardRoster(context, caller, params.runId);
    return undefined;
  });
  add(contract.undoRoster, async ({ params, caller }) => {
    await undoRoster(context, caller, params.runId);
    return undefined;
  });
  add(ofClass.listMissingOfClass, ({ params, caller }) => listMissingOfClass(context, caller, params.playerGroupId));
  add(ofClass.answerMissing, async ({ params, body, caller }) => {
    await answerMissing(context, caller, { ...params, ...body });
    return undefined;
  });
  add(ofClass.keepMissingStudents, async ({ body, caller }) => {
    await keepMissingStudents(context, caller, body);
    return undefined;
  });
}
