import { createPlayerGroup } from "@storyport/contract/player-groups";
import type { PlayerGroupRight } from "@storyport/contract/player-groups";
import { m } from "@storyport/texts/messages";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { reasonText } from "#/api/failure-text.ts";
import { useAction } from "#/api/use-action.ts";
import { KeptFormNotice } from "#/features/edits/kept-form-notice.tsx";
import { OrganizationPicker, useChosenOrganization } from "#/features/organizations/organization-picker.tsx";
import { useKeptForm } from "#/features/edits/use-kept-form.ts";
import { usePortal } from "#/shell/portal.ts";
import { Button } from "#/ui/button.tsx";
import { Card } from "#/ui/card.tsx";
import { Notice } from "#/ui/notice.tsx";
import { Select } from "#/ui/select.tsx";
import { Stack } from "#/ui/stack.tsx";
import { focusField, TextField } from "#/ui/text-field.tsx";
import { groupFormTexts } from "./group-texts.ts";
import { findSameClass, SameClassNotice } from "./same-class.tsx";
import { useOwnOrganizations } from "./use-own-organizations.ts";
import type { OwnOrganizations } from "./use-own-organizations.ts";

const texts = { ...groupFormTexts, "errors.notAllowed": () => m["playerGroups.mayNotCreate"]() };

/**
 * Creates a group and opens it. It asks for the organization only if there are several, and always asks an administrator. A class whose name
 * the user has already is created by a second press. So a class is not created twice if the first answer was lost.
 */
export function CreateGroupForm() {
  const navigate = useNavigate();
  const { call } = usePortal();
  const { isBusy, failure, act } = useAction();
  const organizations = useOwnOrganizations();
  const form = useKeptForm("create-player-group", { name: "", organizationId: "" });
  const [isWrong, setIsWrong] = useState({ name: false, organization: false });
  /** The class that the user was warned of. */
  const [sameClass, setSameClass] = useState<PlayerGroupRight>();
  const choosable = organizations.known === "all" ? undefined : organizations.known;
  const chosen = useChosenOrganization(form.values.organizationId, organizations.known === "all");
  const handleCreate = async (sentForm: HTMLFormElement) => {
    const name = form.values.name.trim();
    setIsWrong({ name: name === "", organization: false });
    setSameClass(undefined);
    if (name === "") return focusField(sentForm, "name");
    // The user may submit before the list of organizations is loaded.
    const organizationId = chosenOf(await organizations.wait(), chosen);
    if (organizationId === undefined) {
      setIsWrong({ name: false, organization: true });
      return focusField(sentForm, "organization");
    }
    const found = await findSameClass(call, { name, organizationId });
    if (found !== undefined && found.player_group_id !== sameClass?.player_group_id) return setSameClass(found);
    const { id } = await call(createPlayerGroup, { body: { name, organizationId } });
    form.reset({ name: "", organizationId: "" });
    await navigate({ to: "/player-groups/$playerGroupId", params: { playerGroupId: id }, search: {} });
  };
  const chooseOrganization = (id: string) => {
    form.change({ organizationId: id });
    setIsWrong({ ...isWrong, organization: false });
    setSameClass(undefined);
  };
  const choice = {
    name: "organization",
    label: m["playerGroups.organization"](),
    error: isWrong.organization ? m["playerGroups.chooseOrganization"]() : undefined,
    placeholder: m["playerGroups.chooseOrganization"](),
  };
  return (
    <Card>
      <h2>{m["playerGroups.createHeading"]()}</h2>
      <KeptFormNotice form={form} />
      {failure !== undefined && <Notice tone="error">{m["playerGroups.createFailed"]({ reason: reasonText(failure, texts) })}</Notice>}
      <Stack
        as="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const sentForm = event.currentTarget;
          void act(async () => await handleCreate(sentForm));
        }}
      >
        <TextField
          label={m["playerGroups.groupName"]()}
          name="name"
          error={isWrong.name ? m["playerGroups.groupNameWrong"]() : undefined}
          autoComplete="off"
          required
          value={form.values.name}
          onChange={(event) => {
            form.change({ name: event.currentTarget.value });
            setSameClass(undefined);
          }}
        />
        {choosable?.length === 0 && isWrong.organization && <Notice tone="error">{m["playerGroups.mayNotCreate"]()}</Notice>}
        {organizations.known === "all" && <OrganizationPicker {...choice} value={chosen} onChange={chooseOrganization} />}
        {choosable !== undefined && choosable.length > 1 && (
          <Select
            {...choice}
            options={choosable.map(({ id, name }) => ({ value: id, label: name }))}
            required
            value={chosen}
            onChange={(event) => chooseOrganization(event.currentTarget.value)}
          />
        )}
        {sameClass !== undefined && <SameClassNotice group={sameClass} />}
        <Button type="submit" pending={isBusy} pendingText={m["app.waiting"]()}>
          {sameClass === undefined ? m["playerGroups.create"]() : m["playerGroups.createAnyway"]()}
        </Button>
      </Stack>
    </Card>
  );
}

/** A single organization counts as chosen. */
function chosenOf(organizations: OwnOrganizations, chosen: string): string | undefined {
  if (organizations === "all") return chosen || undefined;
  return organizations.length === 1 ? organizations[0]?.id : organizations.find(({ id }) => id === chosen)?.id;
}
