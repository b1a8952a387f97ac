import {
  issueBadges,
  issueOneTimeCodes,
  listBadges,
  logInWithBadge,
  logInWithOneTimeCode,
  reprintBadges,
  voidBadges,
  voidOneTimeCodes,
} from "@storyport/contract/qr-login";
import type { AppContext } from "#/context.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { issueBadges as issue } from "./issue-badges.ts";
import { issueOneTimeCodes as issueCodes } from "./issue-one-time-codes.ts";
import { listBadges as list } from "./list-badges.ts";
import { logInWithBadge as logInByBadge } from "./log-in-with-badge.ts";
import { logInWithOneTimeCode as logInByCode } from "./log-in-with-one-time-code.ts";
import { reprintBadges as reprint } from "./reprint-badges.ts";
import { voidBadges as endAll } from "./void-badges.ts";
import { voidOneTimeCodes as endCodes } from "./void-one-time-codes.ts";

export function qrLoginRoutes(add: AddRoute, context: AppContext): void {
  add(logInWithBadge, async ({ query, caller, cookies }) => {
    const proof = { code: query.code, formerSessionSecret: cookies.sessionSecret, mayReplace: query.replace !== undefined };
    const { user, sessionSecret } = await logInByBadge(context, caller, proof);
    cookies.setSession(sessionSecret, user.accountId);
    if (user.locale !== undefined) cookies.offerLanguage(user.locale);
    return user;
  });

  add(logInWithOneTimeCode, async ({ body, caller, cookies }) => {
    const proof = { code: body.code, formerSessionSecret: cookies.sessionSecret };
    const { user, sessionSecret } = await logInByCode(context, caller, proof);
    cookies.setSession(sessionSecret, user.accountId);
    if (user.locale !== undefined) cookies.offerLanguage(user.locale);
    return user;
  });

  add(listBadges, ({ params, caller }) => list(context, caller, params));
  add(issueBadges, ({ params, body, caller }) => issue(context, caller, { ...params, ...body }));
  add(reprintBadges, ({ params, body, caller }) => reprint(context, caller, { ...params, ...body }));
  add(voidBadges, async ({ params, body, caller }) => {
    await endAll(context, caller, { ...params, ...body });
    return undefined;
  });
  add(issueOneTimeCodes, ({ params, body, caller }) => issueCodes(context, caller, { ...params, ...body }));
  add(voidOneTimeCodes, async ({ params, body, caller }) => {
    await endCodes(context, caller, { ...params, ...body });
    return undefined;
  });
}
