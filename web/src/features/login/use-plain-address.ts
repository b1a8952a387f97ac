import { usePortal } from "#/shell/portal.ts";

/**
 * Takes what /login was opened with out of its address, once somebody picks another game: all of it is in the login state, and a reload
 * or the back button would bring the address's game back.
 */
export function usePlainAddress(): () => void {
  const { address, showAddress } = usePortal();
  return () => {
    if (/^\/login\/?\?/.test(address)) showAddress("/login");
  };
}
