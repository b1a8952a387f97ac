import { removeSecondFactor } from "@storyport/contract/second-factor";
import { m } from "@storyport/texts/messages";
import { useDeed } from "#/api/use-deed.ts";
import { usePortal } from "#/shell/portal.ts";
import { ProveByCode } from "./prove-by-code.tsx";

/** Removes the second factor, after a code. */
export function RemoveFactor({ onCancel, onDone }: { onCancel: () => void; onDone: () => void }) {
  const { call } = usePortal();
  const deed = useDeed();
  const remove = async (code: string) => {
    await call(removeSecondFactor, { body: { code } });
    onDone();
  };
  return (
    <ProveByCode
      title={m["secondFactor.removeTitle"]()}
      explanation={m["secondFactor.removeExplanation"]()}
      button={{ variant: "danger", children: m["secondFactor.remove"]() }}
      deed={deed}
      onSubmit={(code) => void deed.act(() => remove(code))}
      onCancel={onCancel}
    />
  );
}
