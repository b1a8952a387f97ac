/** The chosen game and organization of this tab, in session storage (specification, sections 3 and 9). */
import { readLoginState } from "@storyport/contract/login-state";
import { browserStorage } from "./browser-storage.ts";
import { isOthers } from "./owner.ts";

export interface CurrentGame {
  gameId: number;
  gameKey: string;
}

export interface CurrentChoice {
  readonly game?: CurrentGame;
  readonly organizationId?: string;
}

export interface CurrentChoiceStore {
  /** Returns the same object until something changes, so that React can compare it. Always empty on the server. */
  read(): CurrentChoice;
  /** The empty choice that the server rendered with. For the first render in the browser. */
  readEmpty(): CurrentChoice;
  /** Undefined removes the game. */
  chooseGame(game: CurrentGame | undefined): void;
  chooseOrganization(organizationId: string | undefined): void;
  clear(): void;
  /**
   * Call it at the start of a page, with the account that is logged in. Drops choices of another account; without an account, those of any.
   * Choices from before the login now belong to this account.
   */
  claimFor(accountId: string | undefined): void;
  subscribe(listener: () => void): () => void;
}

/** As in the contract's `gameId`. */
const maxGameId = 2_147_483_647;
/** The characters and the greatest length of a game's key. */
const gameKeyPattern = /^[A-Za-z0-9._-]{1,64}$/;
const nothing: CurrentChoice = {};

const currentChoiceKeys = { game: "current-game", organization: "current-organization", account: "current-account" } as const;

/** The browser's store. Create it once, when the page starts. */
export function createBrowserCurrentChoice(): CurrentChoiceStore {
  const tab = browserStorage(() => sessionStorage);
  const listeners = new Set<() => void>();
  let last: { raw: string; choice: CurrentChoice } | undefined;

  const put = (key: string, value: string | undefined) => {
    if (value === undefined) tab.remove(key);
    else tab.set(key, value);
    for (const listener of listeners) listener();
  };

  const clear = () => {
    for (const key of Object.values(currentChoiceKeys)) put(key, undefined);
  };

  return {
    read() {
      const game = tab.get(currentChoiceKeys.game);
      const organization = tab.get(currentChoiceKeys.organization);
      const raw = JSON.stringify([game, organization]);
      if (last?.raw !== raw) last = { raw, choice: parseChoice(game, organization) };
      return last.choice;
    },
    readEmpty: () => nothing,
    chooseGame: (game) => put(currentChoiceKeys.game, game && JSON.stringify({ gameId: game.gameId, gameKey: game.gameKey })),
    chooseOrganization: (organizationId) => put(currentChoiceKeys.organization, organizationId),
    clear,
    claimFor(accountId) {
      if (isOthers(tab.get(currentChoiceKeys.account), accountId)) clear();
      put(currentChoiceKeys.account, accountId);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** For the server, which cannot see a tab's storage. */
export function createServerCurrentChoice(): CurrentChoiceStore {
  const ignore = () => undefined;
  return {
    read: () => nothing,
    readEmpty: () => nothing,
    chooseGame: ignore,
    chooseOrganization: ignore,
    clear: ignore,
    claimFor: ignore,
    subscribe: () => ignore,
  };
}

/** Leaves out a part that this portal could not have written. @internal Exported for its test. */
export function parseChoice(game: string | undefined, organization: string | undefined): CurrentChoice {
  const currentGame = game === undefined ? undefined : parseGame(game);
  const { orgId } = readLoginState({ orgId: organization });
  return {
    ...(currentGame && { game: currentGame }),
    ...(orgId !== undefined && { organizationId: orgId }),
  };
}

function parseGame(raw: string): CurrentGame | undefined {
  try {
    const parsed: unknown = JSON.parse(raw);
    if (typeof parsed !== "object" || parsed === null || !("gameId" in parsed) || !("gameKey" in parsed)) return undefined;
    const { gameId, gameKey } = parsed;
    if (typeof gameId !== "number" || !Number.isInteger(gameId) || gameId < 1 || gameId > maxGameId) return undefined;
    return typeof gameKey === "string" && gameKeyPattern.test(gameKey) ? { gameId, gameKey } : undefined;
  } catch {
    return undefined;
  }
}
