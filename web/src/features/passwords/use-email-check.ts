import { waits } from "@storyport/contract/limits";
import { useEffect, useRef, useState } from "react";
import { checkEmail, type EmailCheck } from "./email-check.ts";

/**
 * Checks the form of an address after a pause in typing (specification, section 5; DESIGN A24). It never checks whether the address exists.
 */
export function useEmailCheck() {
  const [check, setCheck] = useState<EmailCheck>({ is: "fine" });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const handleTyped = (email: string) => {
    setCheck({ is: "fine" });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCheck(checkEmail(email)), waits.emailCheckDebounce);
  };
  /** Checks at once, because submitting does not wait for the pause. */
  const checkNow = (email: string): void => {
    clearTimeout(timer.current);
    setCheck(checkEmail(email));
  };
  return { check, handleTyped, checkNow };
}
