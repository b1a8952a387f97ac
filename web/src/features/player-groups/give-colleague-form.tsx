import { isEmail } from "@storyport/contract/text-rules";
import type { PlayerGroupDetails } from "@storyport/contract/player-groups";
import { rightsLevels } from "@storyport/contract/vocabulary";
import { m } from "@storyport/texts/messages";
import { useState } from "react";
import type { ReactNode } from "react";
import { KeptFormNotice } from "#/features/edits/kept-form-notice.tsx";
import { useKeptForm } from "#/features/edits/use-kept-form.ts";
import { useUser } from "#/shell/portal.ts";
import { Button } from "#/ui/button.tsx";
import { Card } from "#/ui/card.tsx";
import { Stack } from "#/ui/stack.tsx";
import { focusField, TextField } from "#/ui/text-field.tsx";
import { givableLevels } from "./holds-on-group.ts";
import { LevelSelect } from "./level-select.tsx";
import type { Given } from "./held-right.ts";

interface GiveColleagueFormProps {
  group: PlayerGroupDetails;
  isBusy: boolean;
  /** What came of the last use of this form. */
  result: ReactNode;
  onGive: (given: Given) => Promise<boolean>;
}

/** Gives a member of the group's organization a rights level. */
export function GiveColleagueForm({ group, isBusy, result, onGive }: GiveColleagueFormProps) {
  const user = useUser();
  const form = useKeptForm(`give-player-group-right:${group.id}`, { email: "", level: "READ" });
  const [isWrong, setIsWrong] = useState(false);
  const { email, level } = form.values;
  const handleGive = async (sentForm: HTMLFormElement) => {
    const address = email.trim();
    const given = rightsLevels.find((one) => one === level);
    setIsWrong(!isEmail(address));
    if (!isEmail(address)) return focusField(sentForm, "email");
    if (isBusy || given === undefined) return;
    const isGiven = await onGive({ email: address, holder: address, level: given });
    // The user may have typed the next address meanwhile.
    if (isGiven && form.now().email === email) form.reset({ ...form.now(), email: "" });
  };
  return (
    <Card>
      <h2>{m["playerGroups.giveColleague"]()}</h2>
      <KeptFormNotice form={form} />
      <Stack
        as="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void handleGive(event.currentTarget);
        }}
      >
        <TextField
          label={m["playerGroups.colleagueEmail"]()}
          hint={m["playerGroups.colleagueEmailHint"]({ organization: group.organization.organization_key })}
          error={isWrong ? m["errors.emailInvalid"]() : undefined}
          name="email"
          type="email"
          autoComplete="off"
          value={email}
          onChange={(event) => form.change({ email: event.currentTarget.value })}
        />
        <LevelSelect
          label={m["playerGroups.rights"]()}
          levels={givableLevels(group, user)}
          value={level}
          onChange={(event) => form.change({ level: event.currentTarget.value })}
        />
        {result}
        <Button type="submit" pending={isBusy} pendingText={m["app.waiting"]()}>
          {m["playerGroups.give"]()}
        </Button>
      </Stack>
    </Card>
  );
}
