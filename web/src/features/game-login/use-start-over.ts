import type { Portal } from "#/shell/portal.ts";

/** Gives this login up and goes to the start page, where a game can be chosen. */
export function useStartOver({ loginState }: Pick<Portal, "loginState">): () => void {
  return () => {
    loginState.clear();
    location.assign("/");
  };
}
