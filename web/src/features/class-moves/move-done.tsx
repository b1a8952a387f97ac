import type { ClassMoveCheck, ClassMoveResult } from "@storyport/contract/class-moves";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { PrintedBadges } from "#/features/player-groups/printed-badges.tsx";
import { listed } from "#/shell/listed.ts";
import { buttonClass } from "#/ui/button-class.ts";
import { isolate } from "#/ui/isolate.ts";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Row } from "#/ui/stack.tsx";

export interface Moved {
  result: ClassMoveResult;
  /** Of all who moved. */
  names: readonly string[];
  /** The class that they left. Undefined if it was archived. */
  from?: Pick<ClassMoveCheck, "id" | "groupName">;
}

/** The students are in their new class: who moved, and their new badges, ready to print, if the user wanted any. */
export function MoveDone({ done: { result, names, from } }: { done: Moved }) {
  const { playerGroupId, groupName: name, students: count, badges } = result;
  // The pressed button is gone, so the heading takes the focus.
  useEffect(() => document.querySelector<HTMLElement>("main h1")?.focus(), []);
  const [only = ""] = names;
  return (
    <>
      <PageHeading>{m["classMoves.doneTitle"]()}</PageHeading>
      {count === 1 ? (
        <Notice tone="success">{m["classMoves.doneOne"]({ student: isolate(only), name: isolate(name) })}</Notice>
      ) : (
        <Notice tone="success" title={m["classMoves.doneCount"]({ count, name: isolate(name) })}>
          {listed(names.map(isolate))}
        </Notice>
      )}
      <Row>
        <ToClass id={playerGroupId} name={name} />
        {from !== undefined && <ToClass id={from.id} name={from.groupName} />}
      </Row>
      {badges.length > 0 && <PrintedBadges badges={badges} />}
    </>
  );
}

function ToClass({ id, name }: { id: string; name: string }) {
  return (
    <Link to="/player-groups/$playerGroupId" params={{ playerGroupId: id }} search={{}} className={buttonClass("secondary")}>
      {m["classImports.toClass"]({ name })}
    </Link>
  );
}
