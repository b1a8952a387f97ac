import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { buttonClass } from "#/ui/button-class.ts";

/** Leads to the classes from a page that did not begin there. `variant`: quiet where it leads back, secondary where it leads on. */
export function ToClasses({ variant = "secondary" }: { variant?: "quiet" | "secondary" }) {
  return (
    <Link to="/player-groups" search={{}} className={buttonClass(variant)}>
      {m["playerGroups.toClasses"]()}
    </Link>
  );
}
