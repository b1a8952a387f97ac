import { removeDevice } from "@storyport/contract/seats";
import type { Device } from "@storyport/contract/seats";
import { m } from "@storyport/texts/messages";
import { useRefresh, useSend } from "#/api/use-endpoint.ts";
import { ConfirmAction } from "#/shell/confirm-action.tsx";
import { focusHeadingOnceDrawn } from "#/shell/focus-once-drawn.ts";
import { deviceTexts } from "./seat-texts.ts";

interface RemoveQuestionProps {
  playerGroupId: string;
  device: Device;
  onClose: () => void;
}

/** Asks before a device is removed from the school. */
export function RemoveQuestion({ playerGroupId, device, onClose }: RemoveQuestionProps) {
  const { mutate, error, isPending } = useSend(removeDevice);
  const refresh = useRefresh();
  const cancel = () => {
    // After a refusal the list may be outdated.
    if (error !== null) refresh();
    onClose();
  };
  return (
    <ConfirmAction
      danger
      title={m["seats.removeQuestion"]({ name: device.name })}
      confirmText={m["seats.remove"]()}
      cancelText={m["seats.keep"]()}
      isBusy={isPending}
      failure={error?.failure}
      texts={deviceTexts}
      onConfirm={() => mutate([{ params: { playerGroupId, deviceId: device.id } }], { onSuccess: () => focusHeadingOnceDrawn(onClose) })}
      onCancel={cancel}
    >
      {m["seats.removeMeans"]()}
    </ConfirmAction>
  );
}
