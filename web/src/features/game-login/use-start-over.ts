import type { Portal } from "#/shell/portal.ts";

/** Drops the game's request, and leads to the start page, where the user can choose a game. The session stays. */
export function useStartOver({ loginState }: Pick<Portal, "loginState">): () => void {
  return () => {
    loginState.clear();
    location.assign("/");
  };
}
