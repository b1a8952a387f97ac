import { declineTransfer } from "@storyport/contract/transfers";
import type { OfferedTransfer } from "@storyport/contract/transfers";
import { m } from "@storyport/texts/messages";
import { useState } from "react";
import { useAction } from "#/api/use-action.ts";
import { ConfirmAction } from "#/shell/confirm-action.tsx";
import { usePortal } from "#/shell/portal.ts";
import { Button } from "#/ui/button.tsx";
import { isolate } from "#/ui/isolate.ts";
import { orOfferEnd } from "./offer-end.ts";
import type { OfferEnd } from "./offer-end.ts";
import { offerTexts } from "./transfer-texts.ts";

interface DeclineOfferProps {
  token: string;
  /** The school that offers the student. */
  school: string;
  /** The school that declines. Undefined if the user may decline for no school. */
  own: OfferedTransfer["classes"][number]["organization"] | undefined;
  onAnswer: (answer: "declined" | OfferEnd) => void;
}

/** Declines the student for a school, after a question. A school without classes can decline too. */
export function DeclineOffer({ token, school, own, onAnswer }: DeclineOfferProps) {
  const { call } = usePortal();
  const { act, isBusy, failure, forget } = useAction();
  const [isAsked, setIsAsked] = useState(false);
  if (own === undefined) return null;
  const handleDecline = async () => {
    const end = await orOfferEnd(call(declineTransfer, { body: { token, organizationId: own.id } }));
    onAnswer(end ?? "declined");
  };
  const handleCancel = () => {
    forget();
    setIsAsked(false);
  };
  return (
    <>
      <Button variant="secondary" onClick={() => setIsAsked(true)}>
        {m["transfers.decline"]()}
      </Button>
      {isAsked && (
        <ConfirmAction
          title={m["transfers.declineQuestion"]()}
          confirmText={m["transfers.decline"]()}
          cancelText={m["app.keep"]()}
          danger
          isBusy={isBusy}
          failure={failure}
          texts={offerTexts}
          onConfirm={() => void act(handleDecline)}
          onCancel={handleCancel}
        >
          {m["transfers.declineMeans"]({ school: isolate(school), own: isolate(own.organization_key) })}
        </ConfirmAction>
      )}
    </>
  );
}
