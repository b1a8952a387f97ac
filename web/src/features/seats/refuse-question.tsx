import type { LessonBoard, WaitingDevice } from "@storyport/contract/lessons";
import { refuseDevice } from "@storyport/contract/seats";
import { m } from "@storyport/texts/messages";
import { useAction } from "#/api/use-action.ts";
import { ConfirmAction } from "#/shell/confirm-action.tsx";
import { usePortal } from "#/shell/portal.ts";
import { seatTexts } from "./seat-texts.ts";

interface RefuseQuestionProps {
  lessonId: string;
  device: WaitingDevice;
  onRefused: (board: LessonBoard) => void;
  onClose: () => void;
}

/** Asks before a waiting device is turned away. */
export function RefuseQuestion({ lessonId, device, onRefused, onClose }: RefuseQuestionProps) {
  const { call } = usePortal();
  const { isBusy, failure, act } = useAction();
  const refuse = () => act(async () => onRefused(await call(refuseDevice, { params: { lessonId, waitingDeviceId: device.id } })));
  return (
    <ConfirmAction
      title={m["seats.refuseQuestion"]()}
      confirmText={m["seats.refuseYes"]()}
      cancelText={m["seats.refuseNo"]()}
      isBusy={isBusy}
      failure={failure}
      texts={seatTexts}
      onConfirm={() => void refuse()}
      onCancel={onClose}
    >
      <p>
        <bdi>{device.name}</bdi>
      </p>
      <p>{m["seats.refuseMeans"]()}</p>
    </ConfirmAction>
  );
}
