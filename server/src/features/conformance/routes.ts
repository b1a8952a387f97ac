import * as contract from "@storyport/contract/conformance";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "#/context.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { describeRun } from "./conformance-run.ts";
import { registerTestIssuers } from "./issuer-routes.ts";
import { listConformanceRuns } from "./list-runs.ts";
import { chooseScene, playScene } from "./play-scene.ts";
import { readConformanceReport, shareConformanceRun } from "./share-run.ts";
import { startConformanceRun } from "./start-run.ts";
import { endWalk, startWalk } from "./start-walk.ts";

export function conformanceRoutes(add: AddRoute, context: AppContext, app: FastifyInstance): void {
  registerTestIssuers(app, context);
  add(contract.startConformanceRun, ({ caller, params }) => startConformanceRun(context, caller, params));
  add(contract.listConformanceRuns, ({ caller, params }) => listConformanceRuns(context, caller, params));
  add(contract.getConformanceRun, ({ caller, params: { runId } }) => describeRun(context, caller, runId));
  add(contract.playScene, ({ caller, params, body }) => playScene(context, caller, { ...params, ...body }));
  add(contract.chooseScene, ({ caller, params, body }) => chooseScene(context, caller, { ...params, ...body }));
  add(contract.startWalk, ({ caller, params }) => startWalk(context, caller, params));
  add(contract.endWalk, ({ caller }) => endWalk(context, caller));
  add(contract.shareConformanceRun, ({ caller, params }) => shareConformanceRun(context, caller, params));
  add(contract.readConformanceReport, ({ body }) => readConformanceReport(context, body.report));
}
