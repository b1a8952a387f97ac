/**
 * What a page does when its session has ended: one policy for every refused call (ARCHITECTURE.md, "When the session ends"). A load on a
 * page without a draft leads to the login at once. Otherwise `SessionEndNotice` says what happened, and the page stays. Some things
 * cannot be kept, such as a code that is shown once. They are lost only if the user goes on to the login. The notice says that first.
 */
import { createContext, use, useEffect, useEffectEvent } from "react";
import { ApiError, isNotLoggedIn } from "#/api/api-error.ts";
import { isWrite } from "#/api/call.ts";
import type { Call } from "#/api/call.ts";
import { untilGone } from "#/api/use-action.ts";

/** Something on the page that a page load would lose. */
export interface Draft {
  isTouched: () => boolean;
  /** Stores it for the time after the login. Leave it out for what must not be stored, or what a form cannot show again. */
  keep?: (() => void) | undefined;
}

/** What becomes of the drafts on the page if the user goes to the login. "lost": at least one is not kept. */
export type DraftsAtLogin = "none" | "kept" | "lost";

export interface Ended {
  drafts: DraftsAtLogin;
  /** The user has closed the notice. */
  isClosed: boolean;
}

export interface SessionEnd {
  /** The call for pages: notices a refusal because the session has ended. Never settles if the browser leaves for the login. */
  call: Call;
  /** Returns a function that removes the draft. */
  addDraft: (draft: Draft) => () => void;
  /** What to say; undefined before the first refused call. */
  notice: () => Ended | undefined;
  watch: (onChange: () => void) => () => void;
  /** Makes the notice small until the next refused call: the user stays on the page. */
  close: () => void;
  /** Stores all drafts that can be kept. Call it before the user leaves for the login. */
  keepDrafts: () => void;
}

/** `leave` opens the login in place of the page. */
export function createSessionEnd(call: Call, leave: () => void): SessionEnd {
  const drafts = new Set<Draft>();
  const watchers = new Set<() => void>();
  let shown: Ended | undefined;
  const show = (notice: typeof shown) => {
    shown = notice;
    watchers.forEach((onChange) => onChange());
  };
  // Runs when the page is left, not at the refusal: the user may type on after closing the notice.
  const keepDrafts = () => {
    for (const { isTouched, keep } of drafts) if (isTouched()) keep?.();
  };
  return {
    call: async (endpoint, ...input) => {
      try {
        return await call(endpoint, ...input);
      } catch (error) {
        if (!(error instanceof ApiError) || !isNotLoggedIn(error, endpoint)) throw error;
        const atLogin = draftsAtLogin(drafts);
        if (atLogin === "none" && !isWrite(endpoint)) {
          leave();
          // The page stays as it is until the login replaces it.
          return await untilGone();
        }
        addEventListener("pagehide", keepDrafts);
        show({ drafts: atLogin, isClosed: false });
        // The answer may lack the code, by which the parts of the page know this refusal.
        throw new ApiError({ ...error.failure, code: "errors.notLoggedIn" }, { cause: error });
      }
    },
    addDraft: (draft) => {
      drafts.add(draft);
      return () => void drafts.delete(draft);
    },
    notice: () => shown,
    watch: (onChange) => {
      watchers.add(onChange);
      return () => void watchers.delete(onChange);
    },
    close: () => show(shown && { ...shown, isClosed: true }),
    keepDrafts,
  };
}

function draftsAtLogin(drafts: Iterable<Draft>): DraftsAtLogin {
  const touched = [...drafts].filter(({ isTouched }) => isTouched());
  if (touched.length === 0) return "none";
  return touched.every(({ keep }) => keep !== undefined) ? "kept" : "lost";
}

export const SessionEndContext = createContext<SessionEnd | undefined>(undefined);

/** Protects a draft while its component is shown. A page of a half login has no such protection, because it cannot return to itself. */
export function useDraft({ isTouched, keep }: Draft): void {
  const sessionEnd = use(SessionEndContext);
  const isTouchedNow = useEffectEvent(isTouched);
  const keepNow = useEffectEvent(() => keep?.());
  const canKeep = keep !== undefined;
  useEffect(
    () => sessionEnd?.addDraft({ isTouched: () => isTouchedNow(), keep: canKeep ? () => keepNow() : undefined }),
    [sessionEnd, canKeep],
  );
}
