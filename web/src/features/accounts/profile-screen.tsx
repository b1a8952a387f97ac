import type { SessionUser } from "@storyport/contract/login";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { buttonClass } from "#/ui/button-class.ts";
import { Card } from "#/ui/card.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import styles from "./profile.module.css";

/** The current user object as raw JSON (specification, section 2, /users/me). */
export function ProfileScreen({ user }: { user: SessionUser }) {
  const rename = user.permissions.includes("set_display_name") && (
    <Link to="/set-display-name" className={buttonClass("secondary")}>
      {m["profile.setDisplayName"]()}
    </Link>
  );
  return (
    <>
      <PageHeading intro={m["profile.explanation"]()} actions={rename}>
        {m["profile.title"]()}
      </PageHeading>
      <Card>
        <pre className={styles["json"]} tabIndex={0} role="region" aria-label={m["profile.raw"]()}>
          {JSON.stringify(user, null, 2)}
        </pre>
      </Card>
    </>
  );
}
