import { createPlayerGroup, searchPlayerGroupRights } from "@storyport/contract/player-groups";
import { m } from "@storyport/texts/messages";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { failureText } from "#/api/failure-text.ts";
import { useSend } from "#/api/use-endpoint.ts";
import { KeptFormNotice } from "#/features/admin-area/kept-form-notice.tsx";
import { OrganizationPicker } from "#/features/admin-area/organization-picker.tsx";
import { useKeptForm } from "#/features/admin-area/use-kept-form.ts";
import { Button } from "#/ui/button.tsx";
import { Card } from "#/ui/card.tsx";
import { Notice } from "#/ui/notice.tsx";
import { Select } from "#/ui/select.tsx";
import { Stack } from "#/ui/stack.tsx";
import { TextField } from "#/ui/text-field.tsx";
import { groupFormTexts } from "./group-texts.ts";
import { useOwnOrganizations } from "./use-own-organizations.ts";

const texts = { ...groupFormTexts, "errors.notAllowed": () => m["playerGroups.mayNotCreate"]() };

/** Creates a group and goes to it; the organization is asked for only where there are several. */
export function CreateGroupForm() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const organizations = useOwnOrganizations();
  const { mutateAsync, error, isPending } = useSend(createPlayerGroup);
  const form = useKeptForm("create-player-group", { name: "", organizationId: "" }, error?.failure);
  const [isWrong, setIsWrong] = useState({ name: false, organization: false });
  const { organizationId: chosen } = form.values;
  const organizationId = organizations === "all" ? chosen || undefined : chosenOf(organizations, chosen);
  const handleCreate = async () => {
    const name = form.values.name.trim();
    setIsWrong({ name: name === "", organization: organizationId === undefined });
    if (isPending || name === "" || organizationId === undefined) return;
    try {
      const { id } = await mutateAsync([{ body: { name, organizationId } }]);
      form.reset({ name: "", organizationId: "" });
      // The list above was fresh a moment ago: whoever comes back at once sees the new group in it.
      void queries.invalidateQueries({ queryKey: [searchPlayerGroupRights.name] });
      await navigate({ to: "/player-groups/$playerGroupId", params: { playerGroupId: id }, search: {} });
    } catch {
      // Told below, by the mutation's own error.
    }
  };
  const choice = {
    label: m["playerGroups.organization"](),
    error: isWrong.organization ? m["playerGroups.chooseOrganization"]() : undefined,
    placeholder: m["playerGroups.chooseOrganization"](),
  };
  return (
    <Card>
      <h2>{m["playerGroups.createHeading"]()}</h2>
      <KeptFormNotice form={form} />
      {error !== null && !form.hasEnded && (
        <Notice tone="error">{m["playerGroups.createFailed"]({ reason: failureText(error.failure, texts) })}</Notice>
      )}
      <Stack
        as="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void handleCreate();
        }}
      >
        <TextField
          label={m["playerGroups.groupName"]()}
          error={isWrong.name ? m["playerGroups.groupNameWrong"]() : undefined}
          autoComplete="off"
          required
          value={form.values.name}
          onChange={(event) => form.change({ name: event.currentTarget.value })}
        />
        {organizations === "all" && (
          <OrganizationPicker {...choice} choosesOnly value={chosen} onChange={(id) => form.change({ organizationId: id })} />
        )}
        {organizations !== "all" && organizations.length > 1 && (
          <Select
            {...choice}
            options={organizations.map(({ id, name }) => ({ value: id, label: name }))}
            required
            value={chosen}
            onChange={(event) => form.change({ organizationId: event.currentTarget.value })}
          />
        )}
        <Button type="submit" pending={isPending} pendingText={m["app.waiting"]()}>
          {m["playerGroups.create"]()}
        </Button>
      </Stack>
    </Card>
  );
}

/** The only one is chosen already. */
function chosenOf(organizations: readonly { id: string }[], chosen: string): string | undefined {
  return organizations.length === 1 ? organizations[0]?.id : organizations.find(({ id }) => id === chosen)?.id;
}
