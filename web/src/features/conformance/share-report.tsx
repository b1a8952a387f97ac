import { shareConformanceRun } from "@storyport/contract/conformance";
import { m } from "@storyport/texts/messages";
import { failureText } from "#/api/failure-text.ts";
import { useSend } from "#/api/use-endpoint.ts";
import { benchTexts } from "#/features/game-rights/bench-words.ts";
import { useDraft } from "#/shell/session-end.ts";
import { Button } from "#/ui/button.tsx";
import { Identifier } from "#/ui/identifier.tsx";
import { Notice } from "#/ui/notice.tsx";

/** Makes a new address of the report, which ends the former address. It is shown once, because the portal keeps only its digest. */
export function ShareReport({ runId }: { runId: string }) {
  const send = useSend(shareConformanceRun);
  // The end of the session must not take away what is never shown again.
  useDraft({ isTouched: () => send.data !== undefined });
  return (
    <>
      <h2>{m["bench.shareTitle"]()}</h2>
      <p>{m["bench.shareIntro"]()}</p>
      {send.error !== null && (
        <Notice tone="error">{m["bench.changeFailed"]({ reason: failureText(send.error.failure, benchTexts) })}</Notice>
      )}
      <div>
        <Button
          variant="secondary"
          pending={send.isPending}
          pendingText={m["app.waiting"]()}
          onClick={() => send.mutate([{ params: { runId }, body: {} }])}
        >
          {m["bench.share"]()}
        </Button>
      </div>
      {send.data !== undefined && (
        <Notice tone="success" title={m["bench.shared"]()}>
          <Identifier id={send.data.address} />
        </Notice>
      )}
    </>
  );
}
