import type { Lesson } from "@storyport/contract/lessons";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { buttonClass } from "#/ui/button-class.ts";
import { Row } from "#/ui/stack.tsx";
import styles from "./seats.module.css";

/** Shown on the board of a running lesson. It says how to add a device, and links to the school's devices. */
export function MoreDevices({ lesson: { id, playerGroupId } }: { lesson: Lesson }) {
  return (
    <div className={styles["more"]}>
      <p>{m["seats.howTo"]()}</p>
      <Row>
        <Link to="/seat" search={{ lessonId: id }} className={buttonClass("quiet")}>
          {m["seats.add"]()}
        </Link>
        <Link to="/player-groups/$playerGroupId/devices" params={{ playerGroupId }} className={buttonClass("quiet")}>
          {m["seats.ofSchool"]()}
        </Link>
      </Row>
    </div>
  );
}
