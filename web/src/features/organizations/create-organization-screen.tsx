import { limits } from "@storyport/contract/limits";
import { createOrganization } from "@storyport/contract/organizations";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Failure } from "#/api/api-error.ts";
import { failureText } from "#/api/failure-text.ts";
import { useSend } from "#/api/use-endpoint.ts";
import { KeptFormNotice } from "#/features/edits/kept-form-notice.tsx";
import { useKeptForm } from "#/features/edits/use-kept-form.ts";
import { buttonClass } from "#/ui/button-class.ts";
import { Button } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Stack } from "#/ui/stack.tsx";
import { TextField } from "#/ui/text-field.tsx";
import { GameChoiceList } from "./game-choice-list.tsx";
import { organizationTexts } from "./organization-words.ts";

const empty = { key: "", description: "", gameIds: [] as string[] };

/** Creates an organization with its games (specification, sections 2 and 5). */
export function CreateOrganizationScreen() {
  const send = useSend(createOrganization);
  const [hasNoKey, setHasNoKey] = useState(false);
  const form = useKeptForm("create-organization", empty);
  const { key, description, gameIds } = form.values;
  const isTooShort = [...key].length < limits.organizationKey.min;
  const failure = send.error?.failure;

  const handleCreate = () => {
    // After success the button stays disabled (specification, 4.29).
    if (isTooShort || send.isPending || send.isSuccess) return;
    const sent = form.now();
    // What was created is no draft any more.
    send.mutate([{ body: { key, description, gameIds: gameIds.map(Number) } }], { onSuccess: () => form.takeSent(sent) });
  };

  return (
    <>
      <PageHeading>{m["organizations.createHeading"]()}</PageHeading>
      <KeptFormNotice form={form} />
      <Stack
        as="form"
        onSubmit={(event) => {
          event.preventDefault();
          handleCreate();
        }}
      >
        <TextField
          label={m["organizations.key"]()}
          hint={m["organizations.keyHint"]()}
          error={hasNoKey ? m["errors.organizationKeyInvalid"]() : undefined}
          name="key"
          placeholder="UniqueOrganizationKey"
          value={key}
          maxLength={limits.organizationKey.max}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          onChange={(event) => {
            // A key has no whitespace (specification, 5.26).
            const typed = event.currentTarget.value.replace(/\s/gu, "");
            form.change({ key: typed });
            // The disabled button cannot say why, so the emptied field does.
            setHasNoKey(typed === "");
          }}
        />
        <TextField
          label={m["organizations.description"]()}
          hint={m["organizations.descriptionHint"]()}
          name="description"
          value={description}
          maxLength={limits.organizationDescription.max}
          autoComplete="off"
          required
          onChange={(event) => form.change({ description: event.currentTarget.value })}
        />
        <GameChoiceList selected={gameIds} onChange={(chosen) => form.change({ gameIds: chosen })} />
        {failure !== undefined && <CreateFailure failure={failure} />}
        <div>
          <Button type="submit" disabled={isTooShort || send.isSuccess} pending={send.isPending} pendingText={m["app.waiting"]()}>
            {m["organizations.create"]()}
          </Button>
        </div>
        {send.isSuccess && <Created id={send.data.id} organizationKey={send.variables[0].body.key} />}
      </Stack>
    </>
  );
}

function CreateFailure({ failure }: { failure: Failure }) {
  return (
    <Notice takesFocus={failure} tone="error" title={m["organizations.createFailedTitle"]()}>
      {m["organizations.createFailed"]({ message: failureText(failure, organizationTexts) })}
    </Notice>
  );
}

function Created({ id, organizationKey }: { id: string; organizationKey: string }) {
  return (
    <Notice takesFocus tone="success">
      {/* The specification adds the exclamation mark (2.96). */}
      <p>{`${m["createOrganization.success"]()}!`}</p>
      <Link to="/organizations/$organizationId" params={{ organizationId: id }} className={buttonClass("secondary", "small")}>
        {m["organizations.createdLink"]({ key: organizationKey })}
      </Link>
    </Notice>
  );
}
