import { renewBackupCodes } from "@storyport/contract/second-factor";
import { m } from "@storyport/texts/messages";
import { useAction } from "#/api/use-action.ts";
import { usePortal } from "#/shell/portal.ts";
import { ProveByCode } from "./prove-by-code.tsx";

/** Makes ten new backup codes, after a code: an open browser alone is not enough. */
export function RenewCodes({ onCancel, onRenewed }: { onCancel: () => void; onRenewed: (codes: string[]) => void }) {
  const { call } = usePortal();
  const submission = useAction();
  const renew = async (code: string) => onRenewed((await call(renewBackupCodes, { body: { code } })).backupCodes);
  return (
    <ProveByCode
      title={m["secondFactor.renewTitle"]()}
      explanation={m["secondFactor.renewExplanation"]()}
      button={{ children: m["secondFactor.renew"]() }}
      submission={submission}
      onSubmit={(code) => void submission.act(() => renew(code))}
      onCancel={onCancel}
    />
  );
}
