import { withdrawTransfer } from "@storyport/contract/transfers";
import type { Transfer, TransferState } from "@storyport/contract/transfers";
import { m } from "@storyport/texts/messages";
import { useState } from "react";
import { useAction } from "#/api/use-action.ts";
import { useRefresh } from "#/api/use-endpoint.ts";
import { ConfirmAction } from "#/shell/confirm-action.tsx";
import { formatMoment } from "#/shell/dates.ts";
import { focusHeadingOnceDrawn } from "#/shell/focus-once-drawn.ts";
import { usePortal } from "#/shell/portal.ts";
import { Button } from "#/ui/button.tsx";
import { DataTable } from "#/ui/data-table.tsx";
import { Notice } from "#/ui/notice.tsx";
import { VisuallyHidden } from "#/ui/visually-hidden.tsx";
import { transferTexts } from "./transfer-texts.ts";

/** The transfers of a class with their state. An open transfer can be withdrawn. */
export function TransferList({ transfers }: { transfers: readonly Transfer[] }) {
  const [asked, setAsked] = useState<Transfer>();
  if (transfers.length === 0) return <Notice quiet>{m["transfers.none"]()}</Notice>;
  return (
    <>
      <DataTable
        caption={m["transfers.listHeading"]()}
        rows={transfers}
        rowKey={({ id }) => id}
        busy={false}
        columns={[
          { key: "student", header: m["transfers.student"](), rowHeader: true, renderCell: ({ studentName }) => <bdi>{studentName}</bdi> },
          { key: "state", header: m["transfers.state"](), renderCell: stateText },
          {
            key: "actions",
            header: <VisuallyHidden>{m["transfers.actions"]()}</VisuallyHidden>,
            renderCell: (transfer) => transfer.state === "open" && <WithdrawButton transfer={transfer} onAsk={setAsked} />,
          },
        ]}
      />
      {asked !== undefined && <WithdrawQuestion transfer={asked} onDone={() => setAsked(undefined)} />}
    </>
  );
}

/** Says how and when a transfer ended. For an open transfer it says when the link ends. */
function stateText({ state, expiresAt, endedAt = expiresAt, toSchool: school = "" }: Transfer): string {
  const time = formatMoment(endedAt);
  const texts: Record<TransferState, () => string> = {
    open: () => m["transfers.stateOpen"]({ time }),
    accepted: () => m["transfers.stateAccepted"]({ school, time }),
    declined: () => m["transfers.stateDeclined"]({ school, time }),
    withdrawn: () => m["transfers.stateWithdrawn"]({ time }),
    expired: () => m["transfers.stateExpired"]({ time }),
  };
  return texts[state]();
}

function WithdrawButton({ transfer, onAsk }: { transfer: Transfer; onAsk: (transfer: Transfer) => void }) {
  return (
    <Button variant="secondary" size="small" onClick={() => onAsk(transfer)}>
      {m["transfers.withdraw"]()}
      <VisuallyHidden> {transfer.studentName}</VisuallyHidden>
    </Button>
  );
}

function WithdrawQuestion({ transfer, onDone }: { transfer: Transfer; onDone: () => void }) {
  const { call } = usePortal();
  const refresh = useRefresh();
  const { act, isBusy, failure } = useAction();
  const handleWithdraw = async () => {
    await call(withdrawTransfer, { params: { transferId: transfer.id } });
    focusHeadingOnceDrawn(onDone);
  };
  return (
    <ConfirmAction
      title={m["transfers.withdrawQuestion"]({ name: transfer.studentName })}
      confirmText={m["transfers.withdraw"]()}
      cancelText={m["app.keep"]()}
      danger
      isBusy={isBusy}
      failure={failure}
      texts={transferTexts}
      onConfirm={() => void act(handleWithdraw)}
      onCancel={() => {
        // After a refusal the other school may have answered.
        if (failure !== undefined) refresh();
        onDone();
      }}
    >
      {m["transfers.withdrawMeans"]()}
    </ConfirmAction>
  );
}
