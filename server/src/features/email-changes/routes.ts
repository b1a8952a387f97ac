import * as contract from "@storyport/contract/email-changes";
import type { AppContext } from "#/context.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { answerEmailProposal, answerOwnEmailProposal, checkEmailProposal, openProposal } from "./answer-proposal.ts";

export function emailChangeRoutes(add: AddRoute, context: AppContext): void {
  add(contract.checkEmailProposal, ({ params }) => checkEmailProposal(context, params));
  add(contract.answerEmailProposal, ({ body, caller }) => answerEmailProposal(context, caller, body));
  add(contract.getOwnEmailProposal, async ({ caller }) => ({ proposal: await openProposal(context.database, caller.session.accountId) }));
  add(contract.answerOwnEmailProposal, ({ body, caller }) => answerOwnEmailProposal(context, caller, body));
}
