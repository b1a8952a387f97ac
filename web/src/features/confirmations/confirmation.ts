/**
 * What a page does when an action needs a more recent login (errors.loginTooOld). It asks once, over everything else, and then makes the
 * refused call again. The action does not notice, and no screen handles the refusal itself.
 */
import { ApiError } from "#/api/api-error.ts";
import type { Call } from "#/api/call.ts";

export interface Confirmation {
  /** The call for pages. If the login is too old, it waits for the user's answer, and repeats itself after a confirmation. */
  call: Call;
  isAsking: () => boolean;
  watch: (onChange: () => void) => () => void;
  /** Ends the question. If the user has not confirmed, the waiting calls stay refused. */
  answer: (isConfirmed: boolean) => void;
}

/**
 * Makes the call for a page. A page has one confirmation, so that its calls share the question. The area creates it at its start
 * (entry-area.tsx), and each hand-over to a game has its own (hand-over-progress.tsx).
 */
export function createConfirmation(call: Call): Confirmation {
  const watchers = new Set<() => void>();
  let question: Question | undefined;
  /** Counts the confirmations. */
  let confirmed = 0;
  const show = (next: typeof question) => {
    question = next;
    watchers.forEach((onChange) => onChange());
  };
  /** Calls that are refused together share one question. */
  const ask = async (): Promise<boolean> => {
    if (question === undefined) show(openQuestion());
    return (await question?.promise) ?? false;
  };
  return {
    call: async (endpoint, ...input) => {
      // A repeated call may be refused again after a long wait, and then asks again.
      for (;;) {
        const confirmedBefore = confirmed;
        try {
          return await call(endpoint, ...input);
        } catch (error) {
          if (!isLoginTooOld(error)) throw error;
          // The refusal may be older than a confirmation that came meanwhile.
          if (confirmed === confirmedBefore && !(await ask())) throw error;
        }
      }
    },
    isAsking: () => question !== undefined,
    watch: (onChange) => {
      watchers.add(onChange);
      return () => void watchers.delete(onChange);
    },
    answer: (isConfirmed) => {
      if (isConfirmed) confirmed += 1;
      question?.resolve(isConfirmed);
      show(undefined);
    },
  };
}

interface Question {
  promise: Promise<boolean>;
  resolve: (isConfirmed: boolean) => void;
}

/** `Promise.withResolvers` for browsers of the build's target that do not have it yet. */
function openQuestion(): Question {
  let resolve: Question["resolve"] = () => undefined;
  const promise = new Promise<boolean>((answer) => (resolve = answer));
  return { promise, resolve };
}

function isLoginTooOld(error: unknown): boolean {
  return error instanceof ApiError && error.failure.code === "errors.loginTooOld";
}
