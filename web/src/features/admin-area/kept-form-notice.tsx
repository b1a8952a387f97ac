import { m } from "@storyport/texts/messages";
import { useEffect, useRef } from "react";
import { Notice } from "#/ui/notice.tsx";
import { BackToLogin } from "./back-to-login.tsx";

/** Above a form: that one has to log in again and loses nothing, or that what was typed before is here again. */
export function KeptFormNotice({ form }: { form: { hasEnded: boolean; wasKept: boolean } }) {
  const { hasEnded } = form;
  const ended = useRef<HTMLDivElement>(null);
  // It was pressed at the end of a form that may be longer than the screen.
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
