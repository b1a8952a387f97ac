import { answerOwnEmailProposal, getOwnEmailProposal } from "@storyport/contract/email-changes";
import type { EmailProposal } from "@storyport/contract/email-changes";
import { m } from "@storyport/texts/messages";
import { useEffect, useRef, useState } from "react";
import { useAction } from "#/api/use-action.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { exactDate } from "#/features/admin-area/exact-date.tsx";
import { ActionFailure } from "#/features/login/action-failure.tsx";
import { usePortal } from "#/shell/portal.ts";
import { Breakable } from "#/ui/breakable.tsx";
import { Button } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";
import { Row } from "#/ui/stack.tsx";
import { TitledSection } from "#/ui/titled-section.tsx";

/**
 * Shows the address that a school proposed for the user's own account, with the two answers (DESIGN A26). Renders nothing without a
 * proposal.
 */
export function OwnProposal() {
  const query = useEndpoint(getOwnEmailProposal);
  const [isRefused, setIsRefused] = useState(false);
  const proposal = query.data?.proposal ?? undefined;
  if (proposal === undefined) return isRefused ? <Refused /> : null;
  return (
    <Asked
      proposal={proposal}
      onRefused={async () => {
        setIsRefused(true);
        await query.refetch();
      }}
    />
  );
}

/** Takes the focus, because the pressed button is gone. */
function Refused() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return <Notice ref={box} tone="success" title={m["emailChanges.ownRefused"]()} />;
}

function Asked({ proposal: { email, expiresAt }, onRefused }: { proposal: EmailProposal; onRefused: () => Promise<void> }) {
  const { call } = usePortal();
  const { isBusy, failure, act } = useAction();
  const confirm = () =>
    act(async () => {
      await call(answerOwnEmailProposal, { body: { answer: "confirm" } });
      // Confirming has also ended this session.
      location.assign("/login");
      // Stay busy until the page has left, so that no second answer is possible.
      await new Promise(() => undefined);
    });
  const refuse = () =>
    act(async () => {
      await call(answerOwnEmailProposal, { body: { answer: "refuse" } });
      await onRefused();
    });
  const until = exactDate(new Date(expiresAt));
  return (
    <TitledSection title={m["emailChanges.ownTitle"]()} intro={<Breakable text={m["emailChanges.ownWhat"]({ email, until })} />}>
      {failure !== undefined && <ActionFailure failure={failure} texts={failures} />}
      <p>{m["emailChanges.ownCare"]()}</p>
      <Row>
        <Button pending={isBusy} pendingText={m["emailChanges.pending"]()} onClick={() => void confirm()}>
          {m["emailChanges.confirm"]()}
        </Button>
        <Button variant="secondary" onClick={() => void refuse()}>
          {m["emailChanges.refuse"]()}
        </Button>
      </Row>
    </TitledSection>
  );
}

const failures = {
  "errors.emailProposalEnded": () => m["errors.emailProposalEnded"](),
  "errors.emailTaken": () => m["errors.emailTaken"](),
};
