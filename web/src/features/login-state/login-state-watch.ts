/** Lets a screen follow the login state, also when another tab or the server changes the cookie. */
import { waits } from "@storyport/contract/limits";
import type { LoginState } from "@storyport/contract/login-state";
import { useSyncExternalStore } from "react";
import type { CurrentChoice, CurrentChoiceStore } from "./current-choice.ts";
import type { LoginStateStore } from "./login-state.ts";

/** The present login state; the first render in the browser shows what the server showed. */
export function useLoginState(store: LoginStateStore): LoginState {
  return useSyncExternalStore((listener) => watchLoginState(store, listener), store.read, store.readMirror);
}

/** The choices of this tab. The first render in the browser has none, like the server. */
export function useCurrentChoice(store: CurrentChoiceStore): CurrentChoice {
  return useSyncExternalStore(store.subscribe, store.read, store.readEmpty);
}

/**
 * Cookies have no change event, so this polls every `waits.loginStateWatch` (specification, section 9). @internal Exported for its test.
 */
export function watchLoginState(store: LoginStateStore, onChange: () => void): () => void {
  let last = store.read();
  const look = () => {
    const now = store.read();
    if (now === last) return;
    last = now;
    onChange();
  };
  const unsubscribe = store.subscribe(look);
  const timer = setInterval(look, waits.loginStateWatch);
  return () => {
    unsubscribe();
    clearInterval(timer);
  };
}
