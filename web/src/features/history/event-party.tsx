import type { AuditEvent } from "@storyport/contract/audit";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { useUser } from "#/shell/portal.ts";
import { Breakable } from "#/ui/breakable.tsx";
import { cellLinkClass } from "#/ui/data-table.tsx";

interface PartyProps {
  /** Null for an event without an actor or target. */
  id: string | null;
  /** Null outside the user's reach, and for a deleted account. */
  name: string | null;
  /** Null if the thing is gone, and for an actor without a name. */
  kind: AuditEvent["targetKind"];
  /** The link is inside a line of words, so it needs no extra height. */
  isInline?: boolean;
}

/**
 * Shows an actor or target by its present name, as a link if it still has a page. A target out of reach is shown by its id alone. An
 * administrator sees a deleted target account as its linked id. Other deleted things are shown as gone, and so are deleted actors to an
 * administrator.
 */
export function EventParty({ id, name, kind, isInline = false }: PartyProps) {
  const isAdmin = useUser().permissions.includes("admin");
  const className = isInline ? undefined : cellLinkClass;
  if (id === null) return "–";
  if (kind === null) return <span title={id}>{m["history.gone"]()}</span>;
  // An administrator of the platform sees all names, and the pages of deleted accounts.
  if (name === null && !isAdmin) return m["history.outside"]({ id });
  const words = (
    <bdi>
      <Breakable text={name ?? id} />
    </bdi>
  );
  switch (kind) {
    case "account":
      return (
        <Link to="/users/$userId" params={{ userId: id }} className={className}>
          {words}
        </Link>
      );
    case "userGroup":
      return (
        <Link to="/user-groups/$userGroupId" params={{ userGroupId: id }} className={className}>
          {words}
        </Link>
      );
    case "playerGroup":
      return (
        <Link to="/player-groups/$playerGroupId" params={{ playerGroupId: id }} className={className}>
          {words}
        </Link>
      );
    case "player":
      return (
        <Link to="/players/$playerId" params={{ playerId: id }} className={className}>
          {words}
        </Link>
      );
    case "organization":
      return (
        <Link to="/organizations/$organizationId" params={{ organizationId: id }} className={className}>
          {words}
        </Link>
      );
  }
}
