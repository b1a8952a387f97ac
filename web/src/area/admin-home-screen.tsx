import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { buttonClass } from "#/ui/button-class.ts";
import { PageHeading } from "#/ui/page-heading.tsx";
import styles from "./admin-home.module.css";

/** The start page of administrators (specification, section 2, /admin/). Managers may open two of the linked pages too. */
export function AdminHomeScreen() {
  return (
    <>
      <PageHeading intro={m["area.adminIntro"]()}>{m["area.adminTitle"]()}</PageHeading>
      <div className={styles["ways"]}>
        <Link to="/users" search={{ page: 1, filter: "" }} className={buttonClass("secondary", "large")}>
          {m["area.userList"]()}
        </Link>
        <Link to="/organizations/create-organization" className={buttonClass("secondary", "large")}>
          {m["area.createOrganization"]()}
        </Link>
        <Link to="/admin/create-account" className={buttonClass("secondary", "large")}>
          {m["area.createUser"]()}
        </Link>
        <Link to="/user-groups/create-user-group" className={buttonClass("secondary", "large")}>
          {m["userGroups.create"]()}
        </Link>
        <Link to="/health" className={buttonClass("secondary", "large")}>
          {m["health.title"]()}
        </Link>
      </div>
    </>
  );
}
