import { answerOwnEmailProposal, getOwnEmailProposal } from "@storyport/contract/email-changes";
import type { EmailProposal } from "@storyport/contract/email-changes";
import { m } from "@storyport/texts/messages";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "#/api/api-error.ts";
import { leaveFor, useAction } from "#/api/use-action.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { exactDate } from "#/shell/exact-date.tsx";
import { ActionFailure } from "#/features/login/action-failure.tsx";
import { usePortal } from "#/shell/portal.ts";
import { Breakable } from "#/ui/breakable.tsx";
import { Button } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";
import { Row } from "#/ui/stack.tsx";
import { TitledSection } from "#/ui/titled-section.tsx";

/**
 * Shows the address that a school proposed for the user's own account, with the two answers (DESIGN A26). Without a proposal it renders
 * nothing, or the result of a refusal.
 */
export function OwnProposal() {
  const query = useEndpoint(getOwnEmailProposal);
  // The refused proposal stays in the cache until it is fetched again. Its end identifies it, because it has no id here.
  const [refused, setRefused] = useState<string>();
  const proposal = query.data?.proposal ?? undefined;
  if (proposal === undefined || proposal.expiresAt === refused) return refused === undefined ? null : <Refused />;
  return <OpenProposal proposal={proposal} onRefused={() => setRefused(proposal.expiresAt)} onReplaced={() => query.refetch()} />;
}

/** Takes the focus, because the pressed button is gone. */
function Refused() {
  return <Notice takesFocus tone="success" title={m["emailChanges.ownRefused"]()} />;
}

interface OpenProposalProps {
  proposal: EmailProposal;
  onRefused: () => void;
  /** Fetches the proposal that has replaced the shown proposal. */
  onReplaced: () => Promise<unknown>;
}

function OpenProposal({ proposal: { email, expiresAt }, onRefused, onReplaced }: OpenProposalProps) {
  const { call } = usePortal();
  const queries = useQueryClient();
  const { isBusy, failure, act } = useAction();
  // The shown address goes with the answer, so that no other address is confirmed.
  const send = async (answer: "confirm" | "refuse") => {
    try {
      await call(answerOwnEmailProposal, { body: { answer, email } });
    } catch (error) {
      // The failure and the address that it tells of appear together.
      if (error instanceof ApiError && error.failure.code === "errors.changedMeanwhile") await onReplaced();
      throw error;
    }
  };
  const confirm = () =>
    act(async () => {
      await send("confirm");
      // Confirming has also ended this session. The page's own requests would lead to the login too, and back here after it.
      void queries.cancelQueries();
      await leaveFor("/login");
    });
  const refuse = () =>
    act(async () => {
      await send("refuse");
      onRefused();
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
  "errors.changedMeanwhile": () => m["emailChanges.ownChanged"](),
  "errors.emailProposalEnded": () => m["errors.emailProposalEnded"](),
  "errors.emailTaken": () => m["errors.emailTaken"](),
};
