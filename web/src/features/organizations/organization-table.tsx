import type { OrganizationName } from "@storyport/contract/organizations";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { Breakable } from "#/ui/breakable.tsx";
import { cellLinkClass, DataTable } from "#/ui/data-table.tsx";
import { Identifier } from "#/ui/identifier.tsx";

interface OrganizationTableProps {
  caption: string;
  organizations: readonly OrganizationName[];
  /** The rows still belong to another page. */
  isBusy: boolean;
}

/** Organizations by key and id, as links to their pages. */
export function OrganizationTable({ caption, organizations, isBusy }: OrganizationTableProps) {
  return (
    <DataTable
      caption={caption}
      captionHidden
      rows={organizations}
      busy={isBusy}
      rowKey={({ id }) => id}
      columns={[
        { key: "key", header: m["organizations.key"](), rowHeader: true, renderCell: (one) => <OrganizationLink {...one} /> },
        { key: "id", header: m["organizations.id"](), renderCell: ({ id }) => <Identifier id={id} /> },
      ]}
    />
  );
}

function OrganizationLink({ id, organization_key }: { id: string; organization_key: string }) {
  return (
    <Link to="/organizations/$organizationId" params={{ organizationId: id }} className={cellLinkClass}>
      <bdi>
        <Breakable text={organization_key} />
      </bdi>
    </Link>
  );
}
