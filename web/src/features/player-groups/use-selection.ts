import type { BadgeHolder } from "@storyport/contract/qr-login";
import { useState } from "react";

/** The students that the user has chosen in the list. Inactive until the user begins to choose. */
export interface Selection {
  isOn: boolean;
  /** The visit came to give a code. */
  isForCodes: boolean;
  /** The students who may be chosen. */
  all: readonly BadgeHolder[];
  chosen: readonly BadgeHolder[];
  begin: () => void;
  end: () => void;
  toggle: (userId: string) => void;
  /** Chooses all, or none if all are chosen. */
  toggleAll: () => void;
}

/** Students without the badge login type cannot be chosen: they get neither badges nor codes. Students who leave the class leave the choice. */
export function useSelection(students: readonly BadgeHolder[], beginsForCodes: boolean): Selection {
  const [ids, setIds] = useState<readonly string[] | undefined>(beginsForCodes ? [] : undefined);
  const [isFirst, setIsFirst] = useState(true);
  const all = students.filter(({ mayUseBadge }) => mayUseBadge);
  const chosen = all.filter(({ userId }) => ids?.includes(userId) === true);
  return {
    isOn: ids !== undefined,
    isForCodes: beginsForCodes && isFirst && ids !== undefined,
    all,
    chosen,
    begin: () => setIds([]),
    end: () => {
      setIds(undefined);
      setIsFirst(false);
    },
    toggle: (userId) => setIds((before = []) => (before.includes(userId) ? before.filter((id) => id !== userId) : [...before, userId])),
    toggleAll: () => setIds(chosen.length === all.length ? [] : all.map(({ userId }) => userId)),
  };
}
