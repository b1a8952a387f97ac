import { m } from "@storyport/texts/messages";
import { useEffect, useRef } from "react";
import { Notice } from "#/ui/notice.tsx";
import { BackToLogin } from "./back-to-login.tsx";

/** A notice above a form: the session has ended and the draft is kept, or a kept draft is back. */
export function KeptFormNotice({ form }: { form: { hasEnded: boolean; wasKept: boolean } }) {
  const { hasEnded } = form;
  const ended = useRef<HTMLDivElement>(null);
  // The save button is at the end of a form that may be longer than the screen.
  useEffect(() => {
    if (hasEnded) ended.current?.focus();
  }, [hasEnded]);
  if (hasEnded) {
    return (
      <Notice ref={ended} tone="error" title={m["area.sessionEnded"]()}>
        <p>{m["area.sessionEndedAdvice"]()}</p>
        <BackToLogin />
      </Notice>
    );
  }
  return form.wasKept ? <Notice>{m["area.valuesKept"]()}</Notice> : null;
}
