import { m } from "@storyport/texts/messages";
import { Notice } from "#/ui/notice.tsx";

/** Shown above a form. Says that a draft from before the end of the session is back. */
export function KeptFormNotice({ form }: { form: { wasKept: boolean } }) {
  return form.wasKept ? <Notice>{m["area.valuesKept"]()}</Notice> : null;
}
