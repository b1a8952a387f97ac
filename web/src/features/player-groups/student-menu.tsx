import type { BadgeHolder } from "@storyport/contract/qr-login";
import type { RightsLevel } from "@storyport/contract/vocabulary";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { MenuItem, menuItemClass, MoreActions } from "#/ui/menu.tsx";
import { VisuallyHidden } from "#/ui/visually-hidden.tsx";
import { holdsOnGroup } from "./holds-on-group.ts";
import type { GroupBadges } from "./use-group-badges.ts";

interface StudentMenuProps {
  student: BadgeHolder;
  /** The user's level on the class. */
  rightsType: RightsLevel;
  group: GroupBadges;
  onIssue: (student: BadgeHolder) => void;
  onVoid: (student: BadgeHolder) => void;
}

/** The rarer actions for a student. Each includes the student's name, for screen reader users who do not see the row. */
export function StudentMenu({ student, rightsType, group, onIssue, onVoid }: StudentMenuProps) {
  const { userId, displayName, playerId, badge, oneTimeCode, mayUseBadge } = student;
  const { playerGroupId } = group;
  const mayPlay = holdsOnGroup({ rightsType }, "PLAY");
  const mayModify = holdsOnGroup({ rightsType }, "MODIFY");
  const of = <VisuallyHidden> {displayName}</VisuallyHidden>;
  return (
    <MoreActions label={m["playerGroups.moreFor"]({ name: displayName })}>
      {mayModify && mayUseBadge && badge !== undefined && (
        <MenuAction onPress={() => onIssue(student)}>
          {m["playerGroups.newBadge"]()}
          {of}
        </MenuAction>
      )}
      {mayPlay && oneTimeCode !== undefined && (
        <MenuAction onPress={() => void group.endCodes([userId])}>
          {m["playerGroups.voidCode"]()}
          {of}
        </MenuAction>
      )}
      {mayModify && badge !== undefined && (
        <MenuAction onPress={() => onVoid(student)}>
          {m["playerGroups.void"]()}
          {of}
        </MenuAction>
      )}
      {mayModify && (
        <MenuItem>
          <Link to="/player-groups/$playerGroupId/move" params={{ playerGroupId }} search={{ student: userId }} className={menuItemClass}>
            <span>
              {m["classMoves.linkOne"]()}
              {of}
            </span>
          </Link>
        </MenuItem>
      )}
      {holdsOnGroup({ rightsType }, "OWNER") && (
        <MenuItem>
          <Link
            to="/player-groups/$playerGroupId/transfers"
            params={{ playerGroupId }}
            search={{ student: userId }}
            className={menuItemClass}
          >
            <span>
              {m["transfers.link"]()}
              {of}
            </span>
          </Link>
        </MenuItem>
      )}
      <ProfileLink name={displayName} playerId={playerId} />
      <MenuItem>
        <Link to="/login-checks/$userId" params={{ userId }} className={menuItemClass}>
          <span>
            {m["loginChecks.link"]()}
            {of}
          </span>
        </Link>
      </MenuItem>
      {holdsOnGroup({ rightsType }, "OWNER") && (
        <>
          <MenuItem>
            <Link to="/personal-data/$userId" params={{ userId }} className={menuItemClass}>
              <span>
                {m["personalData.menu"]()}
                {of}
              </span>
            </Link>
          </MenuItem>
          <MenuItem>
            <Link to="/erasures/student/$userId" params={{ userId }} className={menuItemClass}>
              <span>
                {m["erasures.menu"]()}
                {of}
              </span>
            </Link>
          </MenuItem>
        </>
      )}
    </MoreActions>
  );
}

/** The menu of a player alone in its row (class-rows.ts). */
export function PlayerMenu({ name, playerId }: { name: string; playerId: string }) {
  return (
    <MoreActions label={m["playerGroups.moreFor"]({ name })}>
      <ProfileLink name={name} playerId={playerId} />
    </MoreActions>
  );
}

function ProfileLink({ name, playerId }: { name: string; playerId: string }) {
  return (
    <MenuItem>
      <Link to="/players/$playerId" params={{ playerId }} className={menuItemClass}>
        <span>
          {m["playerGroups.openProfile"]()}
          <VisuallyHidden> {name}</VisuallyHidden>
        </span>
      </Link>
    </MenuItem>
  );
}

/** An entry that does something here. */
export function MenuAction({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <MenuItem>
      <button type="button" className={menuItemClass} onClick={onPress}>
        <span>{children}</span>
      </button>
    </MenuItem>
  );
}
