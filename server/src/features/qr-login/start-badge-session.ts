import type { Transaction } from "kysely";
import type { SessionUser } from "@storyport/contract/login";
import { recordEvent } from "#/features/audit/record-event.ts";
import { describeSession } from "#/features/login/describe-session.ts";
import { lessonOfLogin } from "#/features/lessons/lesson-of-login.ts";
import { permissionsIn } from "#/features/rights/permissions-in.ts";
import { deviceName } from "#/features/sessions/device-name.ts";
import { startSession } from "#/features/sessions/start-session.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { Caller } from "#/platform/http/caller.ts";
import type { BadgeLogin } from "./queries.ts";

export interface LoggedInStudent {
  user: SessionUser;
  sessionSecret: string;
}

export interface BadgeSessionStart {
  login: BadgeLogin;
  by: "badge" | "one-time code";
  formerSecret: string | undefined;
  userAgent: string | undefined;
}

/**
 * Begins a session of five minutes and one hand-over in the group's organization (DESIGN A6). Ends the browser's former session. During a
 * lesson of one of the student's classes the session belongs to the lesson.
 */
export async function startBadgeSession(
  transaction: Transaction<Tables>,
  caller: Caller,
  { login, by, formerSecret, userAgent }: BadgeSessionStart,
): Promise<LoggedInStudent> {
  const { account_id: accountId, organization_id: organizationId } = login;
  const permissions = await permissionsIn(transaction, accountId, organizationId);
  await recordEvent(transaction, caller, {
    event: "login_succeeded",
    actorId: accountId,
    targetId: accountId,
    organizationId,
    details: { loginType: "QRCODE", by },
  });
  const lessonId = await lessonOfLogin(transaction, login);
  const sessionSecret = await startSession(transaction, {
    accountId,
    organizationId,
    loginType: "QRCODE",
    stage: "FULL",
    deviceName: deviceName(userAgent),
    isAdmin: false,
    formerSecret,
    lessonId,
  });
  const user = describeSession({
    accountId,
    organizationId,
    email: undefined,
    displayName: login.display_name ?? undefined,
    loginType: "QRCODE",
    locale: login.default_locale,
    // A badge logs in only accounts that are students and nothing else.
    roles: ["student"],
    permissions,
    feideServices: [],
  });
  return { user, sessionSecret };
}
