import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { buttonClass } from "#/ui/button-class.ts";

export function ToClasses() {
  return (
    <Link to="/player-groups" search={{}} className={buttonClass("secondary")}>
      {m["transfers.toClasses"]()}
    </Link>
  );
}
