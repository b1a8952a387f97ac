import { m } from "@storyport/texts/messages";
import { ApiError } from "#/api/api-error.ts";
import { failureText } from "#/api/failure-text.ts";
import { Disclosure } from "#/ui/disclosure.tsx";
import { Notice } from "#/ui/notice.tsx";

/** The generic error panel. The details stay folded until the user opens them. */
export function SomethingWentWrong({ error }: { error: unknown }) {
  const requestId = error instanceof ApiError ? error.failure.requestId : undefined;
  return (
    <Notice tone="error" title={m["errorPage.panelHeading"]()}>
      <Disclosure showText={m["errorPage.showError"]()} hideText={m["errorPage.hideError"]()}>
        <p>{messageOf(error)}</p>
        {requestId !== undefined && <p>{m["errorPage.requestId"]({ requestId })}</p>}
      </Disclosure>
    </Notice>
  );
}

function messageOf(error: unknown): string {
  if (error instanceof ApiError) return failureText(error.failure);
  return error instanceof Error ? error.message : String(error);
}
