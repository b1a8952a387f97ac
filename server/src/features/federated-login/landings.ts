/** Where the browser goes after a provider. Made of our own words alone, so that nothing a provider sends gets into an address. */
import type { ErrorCode } from "@storyport/contract/error-codes";
import type { Provider } from "@storyport/contract/vocabulary";

export interface Landing {
  /** An address of ours. */
  to: string;
  /** Set when somebody is logged in now, wholly or up to the second factor. */
  session?: { secret: string; accountId: string; locale: string };
}

export function landAtLogin(provider: Provider, code: ErrorCode): Landing {
  return { to: `/login?error=${code}&loginType=${provider}` };
}

export function landAtProfile(code: ErrorCode): Landing {
  return { to: `/users/me?error=${code}` };
}

export function landAfterConnecting(provider: Provider): Landing {
  return { to: `/users/me?connected=${provider}` };
}
