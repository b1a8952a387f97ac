import { waits } from "@storyport/contract/limits";
import { useEffect, useState } from "react";
import type { Advice } from "./password-advice.ts";

/** The server renders no advice. Its `guess-worker.ts` has dictionaries of its own, and the rendering must not load a second set. */
const load = import.meta.env.SSR ? undefined : () => import("./password-advice.ts");

/**
 * Returns advice on a password after a pause in typing; until then the former advice. If the dictionaries cannot be loaded there is no
 * advice; the server checks the password anyway.
 */
export function usePasswordAdvice(password: string, email: string): Advice | undefined {
  const [advice, setAdvice] = useState<Advice>();
  useEffect(() => {
    let isCurrent = true;
    const rate = async () => {
      const found = password === "" ? undefined : (await load?.())?.advise(password, email);
      if (isCurrent) setAdvice(found);
    };
    const timer = setTimeout(() => void rate().catch(() => undefined), waits.passwordAdviceDebounce);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [password, email]);
  return password === "" ? undefined : advice;
}
