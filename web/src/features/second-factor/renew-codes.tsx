import { renewBackupCodes } from "@storyport/contract/second-factor";
import { m } from "@storyport/texts/messages";
import { useRouteContext } from "@tanstack/react-router";
import { useState } from "react";
import { useDeed } from "#/api/use-deed.ts";
import { BackupCodes } from "./backup-codes.tsx";
import { ProveByCode } from "./prove-by-code.tsx";

/** Ten new backup codes, for a code: an open browser alone is not enough. */
export function RenewCodes({ onCancel, onDone }: { onCancel: () => void; onDone: () => void }) {
  const { call } = useRouteContext({ from: "__root__" });
  const deed = useDeed();
  const [codes, setCodes] = useState<string[]>();
  const renew = async (code: string) => setCodes((await call(renewBackupCodes, { body: { code } })).backupCodes);
  if (codes !== undefined) return <BackupCodes heading="h3" codes={codes} done={m["secondFactor.done"]()} onKept={onDone} />;
  return (
    <ProveByCode
      title={m["secondFactor.renewTitle"]()}
      explanation={m["secondFactor.renewExplanation"]()}
      button={{ children: m["secondFactor.renew"]() }}
      deed={deed}
      onSubmit={(code) => void deed.act(() => renew(code))}
      onCancel={onCancel}
    />
  );
}
