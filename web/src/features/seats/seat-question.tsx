import type { BoardChild, LessonBoard, WaitingDevice } from "@storyport/contract/lessons";
import { seatChild } from "@storyport/contract/seats";
import { m } from "@storyport/texts/messages";
import { failureText } from "#/api/failure-text.ts";
import { useAction } from "#/api/use-action.ts";
import { stateText } from "#/features/lessons/child-state.tsx";
import { FailureNotice } from "#/shell/failure-notice.tsx";
import { usePortal } from "#/shell/portal.ts";
import { ChildBoat } from "#/ui/brand/child-boat.tsx";
import { Button } from "#/ui/button.tsx";
import { Modal } from "#/ui/modal.tsx";
import { DevicePictures } from "./device-pictures.tsx";
import { seatTexts } from "./seat-texts.ts";
import styles from "./seats.module.css";

interface SeatQuestionProps {
  board: LessonBoard;
  device: WaitingDevice;
  onSeated: (board: LessonBoard) => void;
  onClose: () => void;
}

/** Asks which child plays on a waiting device. One press seats the child. */
export function SeatQuestion({ board, device, onSeated, onClose }: SeatQuestionProps) {
  const { call } = usePortal();
  const { isBusy, failure, act } = useAction();
  const seat = (studentUserId: string) =>
    act(async () => {
      const body = { waitingDeviceId: device.id, studentUserId };
      onSeated(await call(seatChild, { params: { lessonId: board.lesson.id }, body }));
    });
  return (
    <Modal
      title={m["seats.who"]({ name: device.name })}
      stuck={isBusy}
      onClose={onClose}
      notice={
        <>
          {failure !== undefined && <FailureNotice takesFocus={failure}>{failureText(failure, seatTexts)}</FailureNotice>}
          <ul className={styles["choices"]}>
            {freeFirst(board.children).map((child) => (
              <li key={child.userId}>
                <button
                  type="button"
                  className={styles["child"]}
                  aria-disabled={isBusy || undefined}
                  onClick={isBusy ? undefined : () => void seat(child.userId)}
                >
                  <ChildBoat of={child.userId} size={48} />
                  <span className={styles["words"]}>
                    <bdi className={styles["name"]}>{child.displayName}</bdi>
                    <span className={styles["since"]}>{child.state === "in-the-game" ? m["seats.moves"]() : stateText(child.state)}</span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </>
      }
      answers={
        // By `data-first` the modal moves the focus here, so that a stray Enter seats no child.
        <Button variant="secondary" data-first="" disabled={isBusy} onClick={onClose}>
          {m["seats.back"]()}
        </Button>
      }
    >
      <p>{m["seats.whoHint"]()}</p>
      <DevicePictures userCode={device.userCode} />
    </Modal>
  );
}

/** The children who are not in the game yet come first. Otherwise the order by name stays. */
function freeFirst(children: readonly BoardChild[]): BoardChild[] {
  return children.toSorted((one, other) => Number(one.state === "in-the-game") - Number(other.state === "in-the-game"));
}
