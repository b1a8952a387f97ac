/**
 * The addresses that the browser goes to after a provider. They contain only our own text, so that no value from a provider
 * enters an address.
 */
import type { ErrorCode } from "@storyport/contract/error-codes";
import type { Provider } from "@storyport/contract/vocabulary";

export interface Landing {
  /** An address of the portal. */
  to: string;
  /** Why the user is not logged in, the identity not connected, or the login not confirmed. */
  refused?: ErrorCode;
  /** Set if the user is now logged in, fully or up to the second factor. */
  session?: { secret: string; accountId: string; locale: string };
}

export function landAtLogin(provider: Provider, code: ErrorCode): Landing {
  return { to: `/login?error=${code}&loginType=${provider}`, refused: code };
}

export function landAtProfile(code: ErrorCode): Landing {
  return { to: `/users/me?error=${code}`, refused: code };
}

/** The page in the second window. It tells the first window, in which the question waits. */
export function landAtConfirmed(provider: Provider, code?: ErrorCode): Landing {
  return code === undefined ? { to: "/login/confirmed" } : { to: `/login/confirmed?error=${code}&loginType=${provider}`, refused: code };
}

export function landAfterConnecting(provider: Provider): Landing {
  return { to: `/users/me?connected=${provider}` };
}
