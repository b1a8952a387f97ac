import { m } from "@storyport/texts/messages";
import { Notice } from "#/ui/notice.tsx";
import { BackToLogin } from "./back-to-login.tsx";

/** Above a form: that one has to log in again and loses nothing, or that what was typed before is here again. */
export function KeptFormNotice({ form }: { form: { hasEnded: boolean; wasKept: boolean } }) {
  if (form.hasEnded) {
    return (
      <Notice tone="error" title={m["area.sessionEnded"]()}>
        <p>{m["area.sessionEndedAdvice"]()}</p>
        <BackToLogin />
      </Notice>
    );
  }
  return form.wasKept ? <Notice>{m["area.valuesKept"]()}</Notice> : null;
}
