import type { AuditEvent } from "@storyport/contract/audit";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { useUser } from "#/shell/portal.ts";
import { Breakable } from "#/ui/breakable.tsx";
import { cellLinkClass } from "#/ui/data-table.tsx";

interface PartyProps {
  id: string | null;
  name: string | null;
  kind: AuditEvent["targetKind"];
  /** Within a line of words, where a link is as high as they are. */
  isInline?: boolean;
}

/** Who did it, or whom it was done to: called as they are called now, a link where there still is a page. Who has left is an id. */
export function EventParty({ id, name, kind, isInline = false }: PartyProps) {
  const isAdmin = useUser().permissions.includes("admin");
  const className = isInline ? undefined : cellLinkClass;
  if (id === null) return "–";
  if (kind === null) return <span title={id}>{m["history.gone"]()}</span>;
  // An administrator of the platform sees everybody who is still there, and the page of who is not.
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
