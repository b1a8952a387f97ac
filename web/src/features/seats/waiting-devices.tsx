import type { LessonBoard, WaitingDevice } from "@storyport/contract/lessons";
import { m } from "@storyport/texts/messages";
import { useState } from "react";
import { timeOfDay } from "#/features/player-groups/badge-dates.ts";
import { focusOnceDrawn } from "#/shell/focus-once-drawn.ts";
import { Button } from "#/ui/button.tsx";
import { Row } from "#/ui/stack.tsx";
import { DevicePictures } from "./device-pictures.tsx";
import { RefuseQuestion } from "./refuse-question.tsx";
import { SeatQuestion } from "./seat-question.tsx";
import styles from "./seats.module.css";

interface WaitingDevicesProps {
  board: LessonBoard;
  /** Shows the board that an action returned. */
  onBoard: (board: LessonBoard) => void;
}

/** On the board of a running lesson: the devices that wait for a child. */
export function WaitingDevices({ board, onBoard }: WaitingDevicesProps) {
  const { lesson, devices } = board;
  const [asked, setAsked] = useState<{ device: WaitingDevice; about: "seat" | "refuse" }>();
  const close = () => setAsked(undefined);
  // The pressed button goes with its device, and the heading with the last device. The stream may have brought a newer board.
  const answer = (next: LessonBoard) =>
    focusOnceDrawn(
      () => {
        close();
        onBoard(next);
      },
      () => document.getElementById("waiting-devices") ?? document.querySelector("main h1"),
    );
  return (
    <>
      {devices.length > 0 && (
        <section className={styles["waiting"]} aria-labelledby="waiting-devices">
          <h2 id="waiting-devices" tabIndex={-1}>
            {m["seats.waiting"]()}
          </h2>
          <ul className={styles["devices"]} aria-labelledby="waiting-devices">
            {devices.map((device) => (
              <WaitingDeviceItem
                key={device.id}
                device={device}
                onSeat={() => setAsked({ device, about: "seat" })}
                onRefuse={() => setAsked({ device, about: "refuse" })}
              />
            ))}
          </ul>
        </section>
      )}
      {asked?.about === "seat" && <SeatQuestion board={board} device={asked.device} onSeated={answer} onClose={close} />}
      {asked?.about === "refuse" && <RefuseQuestion lessonId={lesson.id} device={asked.device} onRefused={answer} onClose={close} />}
    </>
  );
}

function WaitingDeviceItem({ device, onSeat, onRefuse }: { device: WaitingDevice; onSeat: () => void; onRefuse: () => void }) {
  const { name, userCode, since } = device;
  return (
    <li className={styles["device"]}>
      <DevicePictures userCode={userCode} />
      <div className={styles["words"]}>
        <strong className={styles["name"]}>
          <bdi>{name}</bdi>
        </strong>
        {/* A device that was adopted without a name has the code of that time as its name. */}
        {name !== userCode && <span className={styles["code"]}>{userCode}</span>}
        <span className={styles["since"]}>{m["seats.waitsSince"]({ time: timeOfDay(since) })}</span>
      </div>
      <Row>
        <Button aria-label={m["seats.seatHereOf"]({ name })} onClick={onSeat}>
          {m["seats.seatHere"]()}
        </Button>
        <Button variant="quiet" aria-label={m["seats.refuseOf"]({ name })} onClick={onRefuse}>
          {m["seats.refuse"]()}
        </Button>
      </Row>
    </li>
  );
}
