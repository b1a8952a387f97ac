import type { LoginState } from "@storyport/contract/login-state";
import type { Provider } from "@storyport/contract/vocabulary";
import { useEffect, useState } from "react";
import { keepLoginState } from "#/features/login-state/merge-login-state.ts";
import { usePortal } from "#/shell/portal.ts";
import { startUrl } from "./provider-login.ts";

/** If the chunk cannot be loaded, the device is called "Browser", as without a script (provider-screen.tsx). */
async function nameOfDevice(): Promise<string> {
  try {
    const { deviceName } = await import("#/features/login/device-name.ts");
    return deviceName(navigator.userAgent);
  } catch {
    return "Browser";
  }
}

/** After eight seconds, as on every page that waits (`slow-page.module.css`), the page reports a slow provider. The browser goes on waiting. */
const slowAfterMs = 8000;

/**
 * Sends the browser to the provider, and keeps the address's login state for this tab. It replaces the history entry, so that Back from the
 * provider does not lead forward again.
 */
export function useDeparture(provider: Provider, given: LoginState): { isSlow: boolean; leaveAgain: () => void } {
  const { loginState } = usePortal();
  const [attempt, setAttempt] = useState(0);
  const [slowAttempt, setSlowAttempt] = useState<number>();

  useEffect(() => void keepLoginState(loginState, given), [loginState, given]);
  useEffect(() => {
    let isHere = true;
    void nameOfDevice().then((name) => {
      if (isHere) location.replace(startUrl(provider, name));
    });
    const timer = setTimeout(() => setSlowAttempt(attempt), slowAfterMs);
    return () => {
      isHere = false;
      clearTimeout(timer);
    };
  }, [provider, attempt]);

  return { isSlow: slowAttempt === attempt, leaveAgain: () => setAttempt(attempt + 1) };
}
