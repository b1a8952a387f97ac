import { acceptTransfer, declineTransfer } from "@storyport/contract/transfers";
import type { OfferedTransfer } from "@storyport/contract/transfers";
import type { ResponseOf } from "@storyport/contract/endpoint";
import { m } from "@storyport/texts/messages";
import { useState } from "react";
import { failureText } from "#/api/failure-text.ts";
import { useAction } from "#/api/use-action.ts";
import { ConfirmAction } from "#/shell/confirm-action.tsx";
import { formatMoment } from "#/shell/dates.ts";
import { FailureNotice } from "#/shell/failure-notice.tsx";
import { usePortal } from "#/shell/portal.ts";
import { Button } from "#/ui/button.tsx";
import { Card } from "#/ui/card.tsx";
import { Select } from "#/ui/select.tsx";
import { Row, Stack } from "#/ui/stack.tsx";
import { offerTexts } from "./transfer-texts.ts";

/** The class that the student is in now, or the school's no. */
export type OfferAnswer = ResponseOf<typeof acceptTransfer> | "declined";

interface OfferFormProps {
  token: string;
  offer: OfferedTransfer;
  onAnswer: (answer: OfferAnswer) => void;
}

/** Says what accepting means, and lets the user choose a class, accept or decline. */
export function OfferForm({ token, offer, onAnswer }: OfferFormProps) {
  const { call } = usePortal();
  const { act, isBusy, failure } = useAction();
  const { classes, fromSchool: school, studentName: name } = offer;
  const [playerGroupId, setPlayerGroupId] = useState(classes.length === 1 ? (classes[0]?.playerGroupId ?? "") : "");
  const [isWrong, setIsWrong] = useState(false);
  const [isDeclining, setIsDeclining] = useState(false);
  const hasSchools = new Set(classes.map(({ organization }) => organization.id)).size > 1;
  const handleAccept = () => {
    setIsWrong(playerGroupId === "");
    if (playerGroupId !== "") void act(async () => onAnswer(await call(acceptTransfer, { body: { token, playerGroupId } })));
  };
  return (
    <Card>
      <p>
        <bdi>{m["transfers.offerMeans"]({ name, school })}</bdi>
      </p>
      <p>{m["transfers.offerUntil"]({ time: formatMoment(offer.expiresAt) })}</p>
      {failure !== undefined && <FailureNotice takesFocus={failure}>{failureText(failure, offerTexts)}</FailureNotice>}
      <Stack
        as="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          handleAccept();
        }}
      >
        <Select
          label={m["transfers.chooseClass"]()}
          error={isWrong && playerGroupId === "" ? m["transfers.choose"]() : undefined}
          placeholder={m["transfers.choose"]()}
          options={classes.map(({ playerGroupId: value, groupName, organization }) => ({
            value,
            label: hasSchools ? `${groupName} (${organization.organization_key})` : groupName,
          }))}
          value={playerGroupId}
          onChange={(event) => setPlayerGroupId(event.currentTarget.value)}
        />
        <Row>
          <Button type="submit" pending={isBusy} pendingText={m["app.waiting"]()}>
            {m["transfers.accept"]()}
          </Button>
          <Button variant="secondary" onClick={() => setIsDeclining(true)}>
            {m["transfers.decline"]()}
          </Button>
        </Row>
      </Stack>
      {isDeclining && (
        <DeclineQuestion
          token={token}
          school={school}
          // The school of the chosen class declines, or else that of the first class.
          organizationId={(classes.find((one) => one.playerGroupId === playerGroupId) ?? classes[0])?.organization.id ?? ""}
          onDeclined={() => onAnswer("declined")}
          onCancel={() => setIsDeclining(false)}
        />
      )}
    </Card>
  );
}

interface DeclineQuestionProps {
  token: string;
  school: string;
  organizationId: string;
  onDeclined: () => void;
  onCancel: () => void;
}

function DeclineQuestion({ token, school, organizationId, onDeclined, onCancel }: DeclineQuestionProps) {
  const { call } = usePortal();
  const { act, isBusy, failure } = useAction();
  const handleDecline = async () => {
    await call(declineTransfer, { body: { token, organizationId } });
    onDeclined();
  };
  return (
    <ConfirmAction
      title={m["transfers.declineQuestion"]()}
      confirmText={m["transfers.decline"]()}
      cancelText={m["playerGroups.keep"]()}
      danger
      isBusy={isBusy}
      failure={failure}
      texts={offerTexts}
      onConfirm={() => void act(handleDecline)}
      onCancel={onCancel}
    >
      {m["transfers.declineMeans"]({ school })}
    </ConfirmAction>
  );
}
