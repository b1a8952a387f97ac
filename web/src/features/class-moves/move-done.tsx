import type { ClassMoveResult } from "@storyport/contract/class-moves";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { PrintedBadges } from "#/features/player-groups/printed-badges.tsx";
import { buttonClass } from "#/ui/button-class.ts";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";

/** The students are in their new class: their new badges, ready to print, if the user wanted any. */
export function MoveDone({ result: { playerGroupId, groupName: name, students, badges } }: { result: ClassMoveResult }) {
  // The pressed button is gone, so the heading takes the focus.
  useEffect(() => document.querySelector<HTMLElement>("main h1")?.focus(), []);
  return (
    <>
      <PageHeading>{m["classMoves.doneTitle"]()}</PageHeading>
      <Notice tone="success">{m["classMoves.doneCount"]({ count: students, name })}</Notice>
      <Link to="/player-groups/$playerGroupId" params={{ playerGroupId }} search={{}} className={buttonClass("secondary")}>
        {m["classImports.toClass"]({ name })}
      </Link>
      {badges.length > 0 && <PrintedBadges badges={badges} />}
    </>
  );
}
