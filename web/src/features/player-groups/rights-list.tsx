import type { PlayerGroupDetails } from "@storyport/contract/player-groups";
import { rightsLevels } from "@storyport/contract/vocabulary";
import type { RightsLevel } from "@storyport/contract/vocabulary";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { useUser } from "#/shell/portal.ts";
import { Breakable } from "#/ui/breakable.tsx";
import { Button } from "#/ui/button.tsx";
import { DataTable, cellLinkClass } from "#/ui/data-table.tsx";
import { Notice } from "#/ui/notice.tsx";
import { VisuallyHidden } from "#/ui/visually-hidden.tsx";
import { givableLevels } from "./holds-on-group.ts";
import { LevelSelect } from "./level-select.tsx";
import styles from "./player-groups.module.css";
import type { HeldRight } from "./held-right.ts";
import { rightsText } from "./rights-text.ts";

interface RightsListProps {
  group: PlayerGroupDetails;
  rights: readonly HeldRight[];
  isBusy: boolean;
  onChange: (right: HeldRight, level: RightsLevel) => void;
  onTake: (right: HeldRight) => void;
}

/** The holders of rights on a group, with controls to change and remove the rights. */
export function RightsList({ group, rights, isBusy, onChange, onTake }: RightsListProps) {
  const user = useUser();
  if (rights.length === 0) return <Notice quiet>{m["playerGroups.noRights"]()}</Notice>;
  const levels = givableLevels(group, user);
  return (
    <DataTable
      caption={m["playerGroups.rightsCaption"]()}
      rows={rights}
      rowKey={({ accountId, userGroupId }) => accountId ?? userGroupId ?? ""}
      busy={isBusy}
      columns={[
        { key: "holder", header: m["playerGroups.holder"](), rowHeader: true, renderCell: (right) => <Holder right={right} /> },
        {
          key: "kind",
          header: m["playerGroups.holderKind"](),
          renderCell: ({ userGroupId }) => (userGroupId === undefined ? m["playerGroups.person"]() : m["playerGroups.userGroup"]()),
        },
        {
          key: "level",
          header: m["playerGroups.rights"](),
          renderCell: (right) =>
            // A level above the user's own can be seen, but not changed.
            levels.includes(right.rightsType) ? (
              <ChangeLevel levels={levels} right={right} isBusy={isBusy} onChange={onChange} />
            ) : (
              rightsText(right.rightsType)
            ),
        },
        {
          // An owner of the group may end every right, also a higher right.
          key: "take",
          header: <VisuallyHidden>{m["playerGroups.actions"]()}</VisuallyHidden>,
          renderCell: (right) => (
            <Button variant="quiet" onClick={() => onTake(right)}>
              {m["playerGroups.take"]()}
              <VisuallyHidden> {right.holder}</VisuallyHidden>
            </Button>
          ),
        },
      ]}
    />
  );
}

function Holder({ right: { accountId, userGroupId, holder } }: { right: HeldRight }) {
  const name = (
    <bdi>
      <Breakable text={holder} />
    </bdi>
  );
  if (accountId !== undefined) {
    return (
      <Link to="/users/$userId" params={{ userId: accountId }} className={cellLinkClass}>
        {name}
      </Link>
    );
  }
  return (
    <Link to="/user-groups/$userGroupId" params={{ userGroupId: userGroupId ?? "" }} className={cellLinkClass}>
      {name}
    </Link>
  );
}

interface ChangeLevelProps {
  levels: readonly RightsLevel[];
  right: HeldRight;
  isBusy: boolean;
  onChange: RightsListProps["onChange"];
}

/** Only the button saves, so that browsing the levels with the keyboard changes nothing. */
function ChangeLevel({ levels, right, isBusy, onChange }: ChangeLevelProps) {
  const { holder, rightsType } = right;
  return (
    <form
      key={rightsType}
      className={styles["change"]}
      onSubmit={(event) => {
        event.preventDefault();
        const typed = new FormData(event.currentTarget).get("level");
        const level = rightsLevels.find((one) => one === typed);
        if (level !== undefined && !isBusy) onChange(right, level);
      }}
    >
      <LevelSelect
        label={<VisuallyHidden>{m["playerGroups.rightsOf"]({ holder })}</VisuallyHidden>}
        levels={levels}
        defaultValue={rightsType}
      />
      <Button type="submit" variant="secondary">
        {m["playerGroups.save"]()}
        <VisuallyHidden> {holder}</VisuallyHidden>
      </Button>
    </form>
  );
}
