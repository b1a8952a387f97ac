import { m } from "@storyport/texts/messages";
import { useLocation } from "@tanstack/react-router";
import { LinkButton } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";

/** Above a form: that one has to log in again and loses nothing, or that what was typed before is here again. */
export function KeptFormNotice({ form }: { form: { hasEnded: boolean; wasKept: boolean } }) {
  const { href } = useLocation();
  if (form.hasEnded) {
    return (
      <Notice tone="error" title={m["area.sessionEnded"]()}>
        <p>{m["area.sessionEndedAdvice"]()}</p>
        {/* Loaded anew, so that nothing of the ended login is remembered. */}
        <LinkButton variant="secondary" href={`/login?${new URLSearchParams({ postLoginPage: href })}`}>
          {m["area.logInAgain"]()}
        </LinkButton>
      </Notice>
    );
  }
  return form.wasKept ? <Notice>{m["area.valuesKept"]()}</Notice> : null;
}
