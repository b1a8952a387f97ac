import { waits } from "@storyport/contract/limits";
import { useEffect, useRef, useState } from "react";

/** The specification's placeholder for a check that will ask somebody else: addresses with 'error' in them (section 5). @internal Exported for its test. */
export function isEmailAllowed(email: string): boolean {
  return !email.toLowerCase().includes("error");
}

export type EmailCheck = "idle" | "checking" | "refused";

/** Checks what is typed once the typing has paused; the answer takes its time, as a real one would. */
export function useEmailCheck() {
  const [check, setCheck] = useState<EmailCheck>("idle");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const later = (work: () => void, wait: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(work, wait);
  };
  const answer = (email: string) => setCheck(isEmailAllowed(email) ? "idle" : "refused");
  const handleTyped = (email: string) => {
    setCheck("idle");
    later(() => {
      setCheck("checking");
      later(() => answer(email), waits.emailCheckSimulated);
    }, waits.emailCheckDebounce);
  };
  /** Whoever submits need not wait for the pause. */
  const checkNow = (email: string): boolean => {
    clearTimeout(timer.current);
    answer(email);
    return isEmailAllowed(email);
  };
  return { check, handleTyped, checkNow };
}
