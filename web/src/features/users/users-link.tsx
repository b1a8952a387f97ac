import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { useUser } from "#/shell/portal.ts";
import { buttonClass } from "#/ui/button-class.ts";

/** The link back: to the user list for administrators, else to the organizations. */
export function UsersLink() {
  const user = useUser();
  if (user.permissions.includes("admin")) {
    return (
      <Link to="/users" search={{ page: 1, filter: "" }} className={buttonClass("quiet")}>
        {m["users.backToList"]()}
      </Link>
    );
  }
  return (
    <Link to="/organizations" className={buttonClass("quiet")}>
      {m["area.organizations"]()}
    </Link>
  );
}
