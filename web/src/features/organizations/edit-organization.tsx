import { limits } from "@storyport/contract/limits";
import { editOrganization, getOrganization } from "@storyport/contract/organizations";
import type { OrganizationDetails } from "@storyport/contract/organizations";
import { m } from "@storyport/texts/messages";
import { useState } from "react";
import { failureText } from "#/api/failure-text.ts";
import { useAnswer } from "#/api/use-endpoint.ts";
import { EditNotices } from "#/features/edits/edit-notices.tsx";
import { SaveEdit } from "#/features/edits/save-edit.tsx";
import type { EditForm } from "#/features/edits/use-edit-form.ts";
import { useEdit } from "#/features/edits/use-edit.ts";
import { listed } from "#/shell/listed.ts";
import { usePortal } from "#/shell/portal.ts";
import { ConfirmDialog } from "#/ui/confirm-dialog.tsx";
import { Stack } from "#/ui/stack.tsx";
import { TextField } from "#/ui/text-field.tsx";
import { GameChoiceList } from "./game-choice-list.tsx";
import { OrganizationFacts } from "./organization-overview.tsx";
import { organizationTexts } from "./organization-words.ts";

/** The description and games of an organization. Removing a game needs a confirmation. */
export function EditOrganization({ organization }: { organization: OrganizationDetails }) {
  const { call } = usePortal();
  const input = { params: { organizationId: organization.id } };
  const edit = useEdit({
    name: `edit-organization:${organization.id}`,
    thing: organization,
    answer: useAnswer(getOrganization, input),
    valuesOf,
    changeOf,
    send: (body) => call(editOrganization, { ...input, body }),
  });
  const { values, change } = edit.form;
  const [isConfirming, setIsConfirming] = useState(false);
  const taken = organization.games.filter(({ gameId }) => !values.gameIds.includes(String(gameId)));

  return (
    <>
      <EditNotices edit={edit}>
        <OrganizationFacts organization={organization} />
      </EditNotices>
      <Stack
        as="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (edit.change?.gameIds !== undefined && taken.length > 0) setIsConfirming(true);
          else edit.save();
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
          onChange={(event) => change({ description: event.currentTarget.value })}
        />
        <GameChoiceList
          selected={values.gameIds}
          had={organization.games.map(({ gameId }) => String(gameId))}
          onChange={(gameIds) => change({ gameIds })}
        />
        <SaveEdit edit={edit} text={(failure) => m["area.errorWithMessage"]({ message: failureText(failure, organizationTexts) })} />
      </Stack>
      {isConfirming && (
        <ConfirmDialog
          title={m["organizations.takeGamesQuestion"]({ games: listed(taken.map(({ gameKey }) => gameKey)) })}
          confirmText={m["organizations.takeGames"]()}
          cancelText={m["organizations.keepGames"]()}
          danger
          onConfirm={() => {
            setIsConfirming(false);
            edit.save();
          }}
          onCancel={() => setIsConfirming(false)}
        >
          <p>{m["organizations.takeGamesWarning"]()}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function valuesOf({ version, description, games }: OrganizationDetails) {
  return { version: String(version), description, gameIds: games.map(({ gameId }) => String(gameId)) };
}

function changeOf({ values, isTouched }: EditForm<ReturnType<typeof valuesOf>>) {
  const gameIds = isTouched("gameIds") ? values.gameIds.map(Number) : undefined;
  const description = isTouched("description") ? values.description : undefined;
  if (gameIds === undefined && description === undefined) return undefined;
  return { ...(gameIds !== undefined && { gameIds }), ...(description !== undefined && { description }) };
}
