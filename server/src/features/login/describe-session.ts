import type { SessionUser } from "@storyport/contract/login";
import { isLocale } from "@storyport/texts/runtime";
import type { Session, SupportView } from "#/platform/http/caller.ts";

/** Returns the session user of the specification's section 3. */
export function describeSession(session: Omit<Session, "digest" | "stage" | "byPasskey">): SessionUser {
  const { accountId, organizationId, email, loginType, displayName, locale, roles, permissions, feideServices, supportView, passkeyDue } =
    session;
  return {
    accountId,
    ...(organizationId === undefined ? {} : { orgId: organizationId }),
    ...(email === undefined ? {} : { email }),
    loginType,
    ...(displayName === undefined ? {} : { displayName }),
    // The database may have a language that only a later release knows.
    ...(isLocale(locale) ? { locale } : {}),
    roles,
    permissions,
    ...(loginType === "FEIDE" ? { feideServices } : {}),
    ...(supportView === undefined ? {} : { supportView: describeView(supportView) }),
    ...(passkeyDue === undefined ? {} : { passkeyDue: { at: passkeyDue.at.toISOString(), hasPasskey: passkeyDue.hasPasskey } }),
  };
}

function describeView({ viewed, secondsLeft, isOpen }: SupportView): NonNullable<SessionUser["supportView"]> {
  return { ...viewed, secondsLeft, isOver: !isOpen };
}
