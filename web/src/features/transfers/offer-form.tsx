import { acceptTransfer } from "@storyport/contract/transfers";
import type { OfferedTransfer } from "@storyport/contract/transfers";
import type { ResponseOf } from "@storyport/contract/endpoint";
import { m } from "@storyport/texts/messages";
import { useState } from "react";
import { failureText } from "#/api/failure-text.ts";
import { useAction } from "#/api/use-action.ts";
import { formatMoment } from "#/shell/dates.ts";
import { FailureNotice } from "#/shell/failure-notice.tsx";
import { usePortal } from "#/shell/portal.ts";
import { Button } from "#/ui/button.tsx";
import { Card } from "#/ui/card.tsx";
import { Select } from "#/ui/select.tsx";
import { Row, Stack } from "#/ui/stack.tsx";
import { focusField } from "#/ui/text-field.tsx";
import { DeclineOffer } from "./decline-offer.tsx";
import { orOfferEnd } from "./offer-end.ts";
import type { OfferEnd } from "./offer-end.ts";
import { offerTexts } from "./transfer-texts.ts";

/** The class that the student is in now, "declined", or why no answer is possible any more. */
export type OfferAnswer = ResponseOf<typeof acceptTransfer> | "declined" | OfferEnd;

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
  const chosen = classes.find((one) => one.playerGroupId === playerGroupId);
  const hasSchools = new Set(classes.map(({ organization }) => organization.id)).size > 1;
  const [first, ...others] = offer.schools ?? [];
  const onlySchool = hasSchools || others.length > 0 ? undefined : (first ?? classes[0]?.organization);
  const handleAccept = (sentForm: HTMLFormElement) => {
    setIsWrong(playerGroupId === "");
    if (playerGroupId === "") focusField(sentForm, "playerGroup");
    else void act(async () => onAnswer(await orOfferEnd(call(acceptTransfer, { body: { token, playerGroupId } }))));
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
          handleAccept(event.currentTarget);
        }}
      >
        <Select
          label={m["transfers.chooseClass"]()}
          name="playerGroup"
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
          {/* Among several schools only the chosen class says which school declines. */}
          <DeclineOffer token={token} school={school} own={chosen?.organization ?? onlySchool} onAnswer={onAnswer} />
        </Row>
      </Stack>
    </Card>
  );
}
