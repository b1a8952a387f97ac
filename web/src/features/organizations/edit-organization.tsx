import { limits } from "@storyport/contract/limits";
import { editOrganization, getOrganization } from "@storyport/contract/organizations";
import type { OrganizationDetails } from "@storyport/contract/organizations";
import { m } from "@storyport/texts/messages";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { failureText } from "#/api/failure-text.ts";
import { useEndpoint, useSend } from "#/api/use-endpoint.ts";
import { KeptFormNotice } from "#/features/admin-area/kept-form-notice.tsx";
import { SaveEdit } from "#/features/admin-area/save-edit.tsx";
import type { Said } from "#/features/admin-area/save-edit.tsx";
import { useEditForm } from "#/features/admin-area/use-edit-form.ts";
import type { EditForm } from "#/features/admin-area/use-edit-form.ts";
import { listed } from "#/shell/listed.ts";
import { ConfirmDialog } from "#/ui/confirm-dialog.tsx";
import { Notice } from "#/ui/notice.tsx";
import { Stack } from "#/ui/stack.tsx";
import { TextField } from "#/ui/text-field.tsx";
import { GameChoiceList } from "./game-choice-list.tsx";
import { OrganizationFacts } from "./organization-overview.tsx";
import { organizationTexts } from "./organization-words.ts";

function valuesOf({ version, description, games }: OrganizationDetails) {
  return { version: String(version), description, gameIds: games.map(({ gameId }) => String(gameId)) };
}

/** Description and games of an organization. A game that is taken away is asked about first. */
export function EditOrganization({ organization }: { organization: OrganizationDetails }) {
  const input = { params: { organizationId: organization.id } };
  const queries = useQueryClient();
  const { refetch } = useEndpoint(getOrganization, input);
  const send = useSend(editOrganization);
  const [said, setSaid] = useState<Said>();
  const [isAsked, setIsAsked] = useState(false);
  const form = useEditForm(`edit-organization:${organization.id}`, valuesOf(organization), send.error?.failure);
  const { values } = form;
  const taken = organization.games.filter(({ gameId }) => !values.gameIds.includes(String(gameId)));

  const handleSend = () => {
    setIsAsked(false);
    send.mutate([{ ...input, body: { version: Number(values.version), ...changeOf(form) } }], {
      onSuccess: (fresh) => {
        queries.setQueryData([getOrganization.name, input], fresh);
        form.reset(valuesOf(fresh));
        setSaid("saved");
      },
    });
  };
  const handleSave = () => {
    const change = changeOf(form);
    setSaid(change === undefined ? "nothing" : undefined);
    if (change === undefined || send.isPending) return;
    if (change.gameIds !== undefined && taken.length > 0) setIsAsked(true);
    else handleSend();
  };
  const handleLookAgain = async () => {
    const { data } = await refetch();
    if (data === undefined) return;
    form.follow(valuesOf(data));
    send.reset();
    setSaid("looked");
  };

  return (
    <>
      <KeptFormNotice form={form} />
      {said === "looked" && (
        <>
          <Notice>{m["area.lookedAgain"]()}</Notice>
          <OrganizationFacts organization={organization} />
        </>
      )}
      <Stack
        as="form"
        onSubmit={(event) => {
          event.preventDefault();
          handleSave();
        }}
      >
        <TextField
          label={m["organizations.description"]()}
          hint={m["organizations.descriptionHint"]()}
          name="description"
          value={values.description}
          maxLength={limits.organizationDescription.max}
          autoComplete="off"
          required
          onChange={(event) => form.change({ description: event.currentTarget.value })}
        />
        <GameChoiceList selected={values.gameIds} onChange={(gameIds) => form.change({ gameIds })} />
        <SaveEdit
          isPending={send.isPending}
          failure={send.error?.failure}
          said={said}
          text={(failure) => failureText(failure, organizationTexts)}
          onLookAgain={() => void handleLookAgain()}
        />
      </Stack>
      {isAsked && (
        <ConfirmDialog
          title={m["organizations.takeGamesQuestion"]({ games: listed(taken.map(({ gameKey }) => gameKey)) })}
          confirmText={m["organizations.takeGames"]()}
          cancelText={m["organizations.keepGames"]()}
          danger
          onConfirm={handleSend}
          onCancel={() => setIsAsked(false)}
        >
          <p>{m["organizations.takeGamesWarning"]()}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function changeOf({ values, isTouched }: EditForm<ReturnType<typeof valuesOf>>) {
  const gameIds = isTouched("gameIds") ? values.gameIds.map(Number) : undefined;
  const description = isTouched("description") ? values.description : undefined;
  if (gameIds === undefined && description === undefined) return undefined;
  return { ...(gameIds !== undefined && { gameIds }), ...(description !== undefined && { description }) };
}
