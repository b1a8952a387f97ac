import { Link } from "@tanstack/react-router";
import { rightsTextOf } from "#/features/player-groups/rights-text.ts";
import { cellLinkClass } from "#/ui/data-table.tsx";
import styles from "./players.module.css";

interface GroupLinksProps {
  /** `rightsType` is absent in the list of the user's players. A player's own page has it. */
  groups: readonly { id: string; groupName: string; rightsType?: string }[];
}

/** A player's groups, as links. */
export function GroupLinks({ groups }: GroupLinksProps) {
  return (
    <ul className={styles["groups"]}>
      {groups.map(({ id, groupName, rightsType }) => (
        <li key={id}>
          <Link to="/player-groups/$playerGroupId" params={{ playerGroupId: id }} className={cellLinkClass}>
            <bdi>{groupName}</bdi>
          </Link>
          {rightsType !== undefined && ` (${rightsTextOf(rightsType)})`}
        </li>
      ))}
    </ul>
  );
}
