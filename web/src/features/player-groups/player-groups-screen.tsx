import { listPlayerGroupRights } from "@storyport/contract/player-groups";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { failureText } from "#/api/failure-text.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { buttonClass } from "#/ui/button-class.ts";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Pending } from "#/ui/spinner.tsx";
import { groupTexts } from "./group-texts.ts";
import styles from "./player-groups.module.css";

/** The groups one holds rights on, each a way to its students and their badges. */
export function PlayerGroupsScreen() {
  const { data, error } = useEndpoint(listPlayerGroupRights);
  const groups = data?.filter(({ group_type }) => group_type !== "ARCHIVED");
  return (
    <>
      <PageHeading intro={m["playerGroups.intro"]()}>{m["playerGroups.title"]()}</PageHeading>
      {error !== null && <Notice tone="error">{m["playerGroups.listFailed"]({ reason: failureText(error.failure, groupTexts) })}</Notice>}
      {groups === undefined && error === null && <Pending>{m["app.waiting"]()}</Pending>}
      {groups?.length === 0 && <Notice quiet>{m["playerGroups.none"]()}</Notice>}
      {groups !== undefined && groups.length > 0 && (
        <ul className={styles["groups"]}>
          {groups.map((group) => (
            <li key={group.player_group_id}>
              <Link
                to="/player-groups/$playerGroupId"
                params={{ playerGroupId: group.player_group_id }}
                className={buttonClass("secondary", "large")}
              >
                {group.group_name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
