import { usePortal } from "#/shell/portal.ts";

/**
 * Removes the request from the address of /login when the user picks another game. The login state has the request, and a reload or Back
 * would restore the former game.
 */
export function usePlainAddress(): () => void {
  const { address, showAddress } = usePortal();
  return () => {
    if (/^\/login\/?\?/.test(address)) showAddress("/login");
  };
}
