import { useRouter } from "@tanstack/react-router";

/**
 * Takes what /login was opened with out of its address, once somebody picks another game: all of it is in the login state, and a reload
 * or the back button would bring the address's game back.
 */
export function usePlainAddress(): () => void {
  const router = useRouter();
  return () => {
    const { pathname, searchStr } = router.state.location;
    if (searchStr !== "" && /^\/login\/?$/.test(pathname)) void router.navigate({ to: "/login", search: {}, replace: true });
  };
}
