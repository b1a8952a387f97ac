import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { buttonClass } from "#/ui/button-class.ts";

export function BackToGroups() {
  return (
    <Link to="/player-groups" search={{}} className={buttonClass("quiet")}>
      {m["playerGroups.back"]()}
    </Link>
  );
}
