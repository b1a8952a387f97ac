import type { ErrorCode } from "@storyport/contract/error-codes";
import type { AppContext } from "#/context.ts";
import type { ProofDemand } from "#/features/sessions/is-proven-since.ts";
import type { Caller, Session } from "#/platform/http/caller.ts";
import type { MaintenanceSwitch } from "#/platform/maintenance.ts";
import { Refusal } from "#/platform/refusal.ts";
import type { GameLogin } from "./check-game-login.ts";
import { finishGameLogin } from "./finish-game-login.ts";
import { giveConsent } from "./give-consent.ts";

export interface SilentLogin {
  login: GameLogin;
  session: Session | undefined;
  /** Whether the user, our own pages or the game sent the request. Otherwise the user must be asked. */
  isOwn: boolean;
  demand: ProofDemand | undefined;
  maintenance: Pick<MaintenanceSwitch, "requireOpen">;
}

/**
 * Handles a request with `prompt=none` (OpenID Connect Core, section 3.1.2.6). Returns the deep link with a code, or the error for the
 * callback. It never hands over a badge's session, because the next child must see whose game opens. It hands over nothing during a support
 * view.
 */
export async function answerSilently(
  context: AppContext,
  caller: Caller,
  { login, session, isOwn, demand, maintenance }: SilentLogin,
): Promise<{ deeplinkUrl: string } | { error: string }> {
  if (session === undefined || session.stage !== "FULL") return { error: "login_required" };
  if (!isOwn || session.loginType === "QRCODE" || session.supportView !== undefined) return { error: "interaction_required" };
  const user = { ...caller, session };
  try {
    await maintenance.requireOpen();
    const given = await giveConsent(context, user, { login, mustConfirm: false, demand });
    if (given.is === "needed") return { error: "interaction_required" };
    return await finishGameLogin(context, user, { login, consent: given.consent });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { error: errorOf[error.code] ?? "access_denied" };
  }
}

const errorOf: Partial<Record<ErrorCode, string>> = {
  "errors.notLoggedIn": "login_required",
  "errors.loginTooOld": "login_required",
  "errors.organizationNotChosen": "interaction_required",
  "errors.clientCodeInvalid": "invalid_request",
  "errors.gameScopeTooWide": "invalid_scope",
  "errors.maintenance": "temporarily_unavailable",
};
