import * as contract from "@storyport/contract/qr-login";
import type { AppContext } from "#/context.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { issueBadges } from "./issue-badges.ts";
import { issueOneTimeCodes } from "./issue-one-time-codes.ts";
import { listBadges } from "./list-badges.ts";
import { logInWithBadge } from "./log-in-with-badge.ts";
import { logInWithOneTimeCode } from "./log-in-with-one-time-code.ts";
import { reprintBadges } from "./reprint-badges.ts";
import { voidBadges } from "./void-badges.ts";
import { voidOneTimeCodes } from "./void-one-time-codes.ts";

export function qrLoginRoutes(add: AddRoute, context: AppContext): void {
  add(contract.logInWithBadge, async ({ query, caller, cookies, request }) => {
    const browser = { formerSessionSecret: cookies.sessionSecret, userAgent: request.headers["user-agent"] };
    const proof = { code: query.code, mayReplace: query.replace !== undefined, ...browser };
    const { user, sessionSecret } = await logInWithBadge(context, caller, proof);
    cookies.setSession(sessionSecret, user.accountId);
    if (user.locale !== undefined) cookies.offerLanguage(user.locale);
    return user;
  });

  add(contract.logInWithOneTimeCode, async ({ body, caller, cookies, request }) => {
    const browser = { formerSessionSecret: cookies.sessionSecret, userAgent: request.headers["user-agent"] };
    const proof = { code: body.code, ...browser };
    const { user, sessionSecret } = await logInWithOneTimeCode(context, caller, proof);
    cookies.setSession(sessionSecret, user.accountId);
    if (user.locale !== undefined) cookies.offerLanguage(user.locale);
    return user;
  });

  add(contract.listBadges, ({ params, caller }) => listBadges(context, caller, params));
  add(contract.issueBadges, ({ params, body, caller }) => issueBadges(context, caller, { ...params, ...body }));
  add(contract.reprintBadges, ({ params, body, caller }) => reprintBadges(context, caller, { ...params, ...body }));
  add(contract.voidBadges, async ({ params, body, caller }) => {
    await voidBadges(context, caller, { ...params, ...body });
    return undefined;
  });
  add(contract.issueOneTimeCodes, ({ params, body, caller }) => issueOneTimeCodes(context, caller, { ...params, ...body }));
  add(contract.voidOneTimeCodes, async ({ params, body, caller }) => {
    await voidOneTimeCodes(context, caller, { ...params, ...body });
    return undefined;
  });
}
