import { renameDevice } from "@storyport/contract/seats";
import type { Device } from "@storyport/contract/seats";
import { limits } from "@storyport/contract/limits";
import { m } from "@storyport/texts/messages";
import { useId, useState } from "react";
import { failureText } from "#/api/failure-text.ts";
import { useRefresh, useSend } from "#/api/use-endpoint.ts";
import { KeptFormNotice } from "#/features/edits/kept-form-notice.tsx";
import { useKeptForm } from "#/features/edits/use-kept-form.ts";
import { FailureNotice } from "#/shell/failure-notice.tsx";
import { Button } from "#/ui/button.tsx";
import { Modal } from "#/ui/modal.tsx";
import { focusField, TextField } from "#/ui/text-field.tsx";
import { deviceTexts } from "./seat-texts.ts";

interface RenameQuestionProps {
  playerGroupId: string;
  device: Device;
  onClose: () => void;
}

/** Asks for another name of a device. */
export function RenameQuestion({ playerGroupId, device, onClose }: RenameQuestionProps) {
  const { mutate, error, isPending } = useSend(renameDevice);
  const refresh = useRefresh();
  const form = useKeptForm(`rename-device:${device.id}`, { name: device.name });
  const [isWrong, setIsWrong] = useState(false);
  const id = useId();
  const name = form.values.name.trim();
  const save = (sentForm: HTMLFormElement) => {
    setIsWrong(name === "");
    if (name === "") return focusField(sentForm, "name");
    mutate([{ params: { playerGroupId, deviceId: device.id }, body: { version: device.version, name } }], { onSuccess: onClose });
  };
  const close = () => {
    // After a refusal the list may be outdated.
    if (error !== null) refresh();
    onClose();
  };
  return (
    <Modal
      title={m["seats.rename"]()}
      stuck={isPending}
      onClose={close}
      notice={
        <form
          id={id}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            save(event.currentTarget);
          }}
        >
          <KeptFormNotice form={form} />
          {error !== null && <FailureNotice takesFocus={error}>{failureText(error.failure, deviceTexts)}</FailureNotice>}
          <TextField
            label={m["seats.name"]()}
            hint={m["seats.nameHint"]()}
            error={isWrong ? m["seats.nameWrong"]() : undefined}
            name="name"
            autoComplete="off"
            maxLength={limits.device.nameMax}
            // The modal moves the focus here when it opens.
            data-first=""
            value={form.values.name}
            onChange={(event) => form.change({ name: event.currentTarget.value })}
          />
        </form>
      }
      answers={
        <>
          <Button type="submit" form={id} pending={isPending} pendingText={m["app.waiting"]()}>
            {m["seats.save"]()}
          </Button>
          <Button variant="secondary" disabled={isPending} onClick={close}>
            {m["seats.cancel"]()}
          </Button>
        </>
      }
    >
      <bdi>{device.name}</bdi>
    </Modal>
  );
}
