import type { Portal } from "#/shell/portal.ts";

/** Drops this login and leads to the start page, where the user can choose a game. */
export function useStartOver({ loginState }: Pick<Portal, "loginState">): () => void {
  return () => {
    loginState.clear();
    location.assign("/");
  };
}
