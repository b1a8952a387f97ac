import type { UserDetails } from "@storyport/contract/user-details";
import { limits } from "@storyport/contract/limits";
import { beginSupportView } from "@storyport/contract/support-views";
import { m } from "@storyport/texts/messages";
import { useId, useState } from "react";
import { failureText, waitingTime } from "#/api/failure-text.ts";
import { leaveFor, useAction } from "#/api/use-action.ts";
import { announceOtherAccount } from "#/features/logout/other-tabs.ts";
import { FailureNotice } from "#/shell/failure-notice.tsx";
import { usePortal } from "#/shell/portal.ts";
import { Button } from "#/ui/button.tsx";
import { Modal } from "#/ui/modal.tsx";
import { TextArea } from "#/ui/text-area.tsx";
import { focusField } from "#/ui/text-field.tsx";
import { supportViewTexts } from "./support-view-texts.ts";

interface SupportViewQuestionProps {
  user: UserDetails;
  onClose: () => void;
}

/** Asks an administrator for the reason, and opens the start page as the person sees it. */
export function SupportViewQuestion({ user, onClose }: SupportViewQuestionProps) {
  const { call } = usePortal();
  const { isBusy, failure, act } = useAction();
  const [reason, setReason] = useState("");
  const [isWrong, setIsWrong] = useState(false);
  const id = useId();
  const { minutes, reason: range } = limits.supportView;
  const begin = (sentForm: HTMLFormElement) => {
    // The server counts in the same way.
    const length = [...reason.replace(/\s+/gu, " ").trim()].length;
    const hasRightLength = length >= range.min && length <= range.max;
    setIsWrong(!hasRightLength);
    if (!hasRightLength) return focusField(sentForm, "reason");
    void act(async () => {
      await call(beginSupportView, { params: { userId: user.id }, body: { reason } });
      announceOtherAccount();
      await leaveFor("/");
    });
  };
  return (
    <Modal
      title={m["supportViews.question"]()}
      stuck={isBusy}
      onClose={onClose}
      notice={
        <form
          id={id}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            begin(event.currentTarget);
          }}
        >
          {failure !== undefined && <FailureNotice takesFocus={failure}>{failureText(failure, supportViewTexts)}</FailureNotice>}
          <TextArea
            label={m["supportViews.reason"]()}
            hint={m["supportViews.reasonHint"]()}
            error={isWrong ? m["errors.supportReasonLength"]() : undefined}
            name="reason"
            rows={3}
            // The modal moves the focus here when it opens.
            data-first=""
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </form>
      }
      answers={
        <>
          <Button type="submit" form={id} pending={isBusy} pendingText={m["app.waiting"]()}>
            {m["supportViews.begin"]()}
          </Button>
          <Button variant="secondary" disabled={isBusy} onClick={onClose}>
            {m["area.cancel"]()}
          </Button>
        </>
      }
    >
      <p>
        <strong>
          <bdi>{user.email ?? user.displayName ?? user.id}</bdi>
        </strong>
      </p>
      <p>{m["supportViews.words"]({ time: waitingTime(minutes * 60) })}</p>
      <p>{m["supportViews.letter"]()}</p>
    </Modal>
  );
}
