import { removeSecondFactor } from "@storyport/contract/second-factor";
import { m } from "@storyport/texts/messages";
import { useAction } from "#/api/use-action.ts";
import { usePortal } from "#/shell/portal.ts";
import { ProveByCode } from "./prove-by-code.tsx";

/** Removes the second factor, after a code. */
export function RemoveFactor({ onCancel, onDone }: { onCancel: () => void; onDone: () => void }) {
  const { call } = usePortal();
  const submission = useAction();
  const remove = async (code: string) => {
    await call(removeSecondFactor, { body: { code } });
    onDone();
  };
  return (
    <ProveByCode
      title={m["secondFactor.removeTitle"]()}
      explanation={m["secondFactor.removeExplanation"]()}
      button={{ variant: "danger", children: m["secondFactor.remove"]() }}
      submission={submission}
      onSubmit={(code) => void submission.act(() => remove(code))}
      onCancel={onCancel}
    />
  );
}
