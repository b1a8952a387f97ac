import type { PlatformHealth } from "@storyport/contract/health";
import { m } from "@storyport/texts/messages";
import { formatAgo, formatMoment } from "#/shell/dates.ts";
import { Badge } from "#/ui/badge.tsx";
import { Breakable } from "#/ui/breakable.tsx";
import { DataTable } from "#/ui/data-table.tsx";
import { Row } from "#/ui/stack.tsx";
import styles from "./health.module.css";

type Portal = PlatformHealth["portals"][number];

/** Every portal that runs, with its release. A portal that fell silent is shown for about an hour, until the sweep removes it. */
export function PortalTable({ portals }: Pick<PlatformHealth, "portals">) {
  return (
    <DataTable
      caption={m["health.portalsCaption"]()}
      captionHidden
      rows={portals}
      rowKey={({ instance }) => instance}
      columns={[
        { key: "portal", header: m["health.portal"](), rowHeader: true, renderCell: ({ instance }) => <Breakable text={instance} /> },
        { key: "state", header: m["health.state"](), renderCell: (portal) => <State portal={portal} /> },
        { key: "version", header: m["health.version"](), renderCell: (portal) => <Version portal={portal} /> },
        { key: "started", header: m["health.startedAt"](), renderCell: ({ startedAt }) => formatMoment(startedAt) },
        { key: "seen", header: m["health.lastSeen"](), renderCell: ({ lastSeenAt }) => formatAgo(lastSeenAt) },
      ]}
    />
  );
}

function State({ portal: { isRunning, release } }: { portal: Portal }) {
  return (
    <Row className={styles["state"]}>
      <Badge tone={isRunning ? "success" : "danger"}>{isRunning ? m["health.running"]() : m["health.silent"]()}</Badge>
      {release === "OLDER" && <Badge tone="accent">{m["health.older"]()}</Badge>}
      {release === "OTHER_BUILD" && <Badge tone="accent">{m["health.otherBuild"]()}</Badge>}
    </Row>
  );
}

/** The names of products are the same in every language. */
function Version({ portal: { version, commit, node } }: { portal: Portal }) {
  return (
    <bdi>
      {version}
      {commit !== null && ` (${commit.slice(0, 7)})`}, Node {node}
    </bdi>
  );
}
