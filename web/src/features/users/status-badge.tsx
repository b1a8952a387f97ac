import type { AccountStatus } from "@storyport/contract/vocabulary";
import { Badge } from "#/ui/badge.tsx";
import type { BadgeProps } from "#/ui/badge.tsx";
import { statusName } from "./user-words.ts";

const tones = { CREATED: "accent", ACTIVE: "success", DEACTIVATED: "danger", DELETED: "danger" } as const satisfies Record<
  AccountStatus,
  BadgeProps["tone"]
>;

export function StatusBadge({ status }: { status: AccountStatus }) {
  return <Badge tone={tones[status]}>{statusName(status)}</Badge>;
}
