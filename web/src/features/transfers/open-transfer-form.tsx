import { openTransfer } from "@storyport/contract/transfers";
import type { Transfer } from "@storyport/contract/transfers";
import { isEmail } from "@storyport/contract/text-rules";
import { m } from "@storyport/texts/messages";
import { useState } from "react";
import { reasonText } from "#/api/failure-text.ts";
import { useAction } from "#/api/use-action.ts";
import { KeptFormNotice } from "#/features/edits/kept-form-notice.tsx";
import { useKeptForm } from "#/features/edits/use-kept-form.ts";
import { formatMoment } from "#/shell/dates.ts";
import { FailureNotice } from "#/shell/failure-notice.tsx";
import { usePortal } from "#/shell/portal.ts";
import { useDraft } from "#/shell/session-end.ts";
import { Button } from "#/ui/button.tsx";
import { Card } from "#/ui/card.tsx";
import { Notice } from "#/ui/notice.tsx";
import { Stack } from "#/ui/stack.tsx";
import { focusField, TextField } from "#/ui/text-field.tsx";
import { transferTexts } from "./transfer-texts.ts";

interface OpenTransferFormProps {
  playerGroupId: string;
  studentUserId: string;
  name: string;
  transfers: readonly Transfer[];
}

interface Opened {
  id: string;
  link: string;
  expiresAt: string;
  /** The address to which the link was sent; empty for none. */
  email: string;
}

/** Says what a transfer means, opens it, and shows its link once. When that transfer has ended, the link is useless and goes. */
export function OpenTransferForm({ playerGroupId, studentUserId, name, transfers }: OpenTransferFormProps) {
  const { call } = usePortal();
  const { act, isBusy, failure } = useAction();
  const form = useKeptForm(`open-transfer:${studentUserId}`, { email: "" });
  const [isWrong, setIsWrong] = useState(false);
  const [opened, setOpened] = useState<Opened>();
  const handleOpen = (sentForm: HTMLFormElement) => {
    const sent = form.now();
    const email = sent.email.trim();
    const isFaulty = email !== "" && !isEmail(email);
    setIsWrong(isFaulty);
    if (isFaulty) return focusField(sentForm, "email");
    const body = { studentUserId, ...(email !== "" && { email }) };
    void act(async () => {
      const { id, link, expiresAt } = await call(openTransfer, { params: { playerGroupId }, body });
      form.takeSent(sent);
      setOpened({ id, link, expiresAt, email });
    });
  };
  const hasEnded = transfers.some(({ id, state }) => id === opened?.id && state !== "open");
  if (opened !== undefined && !hasEnded) return <OpenedLink link={opened.link} expiresAt={opened.expiresAt} email={opened.email} />;
  return (
    <Card>
      <h2>
        <bdi>{m["transfers.openHeading"]({ name })}</bdi>
      </h2>
      <p>{m["transfers.openHow"]()}</p>
      <p>{m["transfers.openThen"]()}</p>
      {failure !== undefined && (
        <FailureNotice takesFocus={failure}>{m["transfers.openFailed"]({ reason: reasonText(failure, transferTexts) })}</FailureNotice>
      )}
      <KeptFormNotice form={form} />
      <Stack
        as="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          handleOpen(event.currentTarget);
        }}
      >
        <TextField
          label={m["transfers.email"]()}
          optionalText={m["transfers.optional"]()}
          hint={m["transfers.emailHint"]()}
          error={isWrong ? m["transfers.emailWrong"]() : undefined}
          name="email"
          type="email"
          autoComplete="off"
          value={form.values.email}
          onChange={(event) => form.change({ email: event.currentTarget.value })}
        />
        <Button type="submit" pending={isBusy} pendingText={m["app.waiting"]()}>
          {m["transfers.open"]()}
        </Button>
      </Stack>
    </Card>
  );
}

function OpenedLink({ link, expiresAt, email }: Omit<Opened, "id">) {
  // The link is never shown again, so the end of the session must not take it away.
  useDraft({ isTouched: () => true });
  return (
    <Notice tone="success" takesFocus title={m["transfers.opened"]()}>
      <Stack>
        <p>{m["transfers.openedAdvice"]({ time: formatMoment(expiresAt) })}</p>
        {email !== "" && <p>{m["transfers.sent"]({ email })}</p>}
        <TextField
          label={m["transfers.linkLabel"]()}
          readOnly
          spellCheck={false}
          value={link}
          onFocus={(event) => event.currentTarget.select()}
        />
      </Stack>
    </Notice>
  );
}
