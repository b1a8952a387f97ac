import type { ResponseOf } from "@storyport/contract/endpoint";
import { limits } from "@storyport/contract/limits";
import { addGroupMembers } from "@storyport/contract/user-groups";
import type { UserGroupDetails } from "@storyport/contract/user-groups";
import { rightsLevels } from "@storyport/contract/vocabulary";
import { m } from "@storyport/texts/messages";
import { useState } from "react";
import { reasonText } from "#/api/failure-text.ts";
import { useSend } from "#/api/use-endpoint.ts";
import { FailureNotice } from "#/shell/failure-notice.tsx";
import { KeptFormNotice } from "#/features/edits/kept-form-notice.tsx";
import { useKeptForm } from "#/features/edits/use-kept-form.ts";
import { rightsText } from "#/features/player-groups/rights-text.ts";
import { Button } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";
import { Select } from "#/ui/select.tsx";
import { Stack } from "#/ui/stack.tsx";
import { AddedMembers } from "./added-members.tsx";
import { countMembers, linesLeft } from "./member-lines.ts";
import { MemberLinesField } from "./member-lines-field.tsx";
import { userGroupTexts } from "./user-group-words.ts";

/** Adds many members at once (specification, section 5). Good lines are processed, bad lines stay in the box for correction. */
export function AddMembers({ group }: { group: UserGroupDetails }) {
  const send = useSend(addGroupMembers);
  const form = useKeptForm(`add-members:${group.id}`, { lines: "", rightsType: "READ" });
  const { lines, rightsType } = form.values;
  const count = countMembers(lines);
  const tooMany = count > limits.bulkMembers.lines || lines.length > limits.bulkMembers.characters;
  const failure = send.error?.failure;

  const [hasTypedMeanwhile, setHasTypedMeanwhile] = useState(false);

  const handleDone = ({ errors }: ResponseOf<typeof addGroupMembers>) => {
    const now = form.now();
    const bad = errors.map(({ line }) => line);
    form.reset({ ...now, lines: linesLeft(lines, now.lines, bad) });
    setHasTypedMeanwhile(now.lines !== lines);
  };
  const handleAdd = () => {
    const level = rightsLevels.find((one) => one === rightsType) ?? "READ";
    if (count === 0 || tooMany || send.isPending) return;
    send.mutate([{ params: { userGroupId: group.id }, body: { lines, rightsType: level } }], { onSuccess: handleDone });
  };

  return (
    <>
      <h2>{m["userGroups.addTitle"]()}</h2>
      <KeptFormNotice form={form} />
      {send.data !== undefined && <AddedMembers result={send.data} />}
      {send.data !== undefined && hasTypedMeanwhile && <Notice>{m["userGroups.typedMeanwhile"]()}</Notice>}
      <Stack
        as="form"
        onSubmit={(event) => {
          event.preventDefault();
          handleAdd();
        }}
      >
        <MemberLinesField
          value={lines}
          count={count}
          error={tooMany ? m["errors.tooManyMembers"]() : undefined}
          now={() => form.now().lines}
          onChange={(text) => form.change({ lines: text })}
        />
        <Select
          label={m["userGroups.memberRights"]()}
          hint={m["userGroups.memberRightsHint"]()}
          options={rightsLevels.map((value) => ({ value, label: rightsText(value) }))}
          value={rightsType}
          onChange={(event) => form.change({ rightsType: event.currentTarget.value })}
        />
        {failure !== undefined && (
          <FailureNotice>{m["userGroups.addFailed"]({ reason: reasonText(failure, userGroupTexts) })}</FailureNotice>
        )}
        <div>
          <Button type="submit" disabled={count === 0 || tooMany} pending={send.isPending} pendingText={m["userGroups.adding"]()}>
            {m["userGroups.addButton"]()}
          </Button>
        </div>
      </Stack>
    </>
  );
}
