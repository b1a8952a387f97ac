import { useRouter } from "@tanstack/react-router";
import type { RouterContext } from "#/router-context.ts";

/** Gives this login up and goes to the start page, where a game can be chosen. */
export function useStartOver({ loginState }: Pick<RouterContext, "loginState">): () => void {
  const router = useRouter();
  return () => {
    loginState.clear();
    void router.navigate({ to: "/" });
  };
}
