import { gameLevels, listGameRights, setGameRight } from "@storyport/contract/game-rights";
import { m } from "@storyport/texts/messages";
import { failureText, reasonText } from "#/api/failure-text.ts";
import { useEndpoint, useSend } from "#/api/use-endpoint.ts";
import { KeptFormNotice } from "#/features/edits/kept-form-notice.tsx";
import { useKeptForm } from "#/features/edits/use-kept-form.ts";
import { FailureNotice } from "#/shell/failure-notice.tsx";
import { Button } from "#/ui/button.tsx";
import { DataTable } from "#/ui/data-table.tsx";
import { Notice } from "#/ui/notice.tsx";
import { Select } from "#/ui/select.tsx";
import { Stack } from "#/ui/stack.tsx";
import { TextField } from "#/ui/text-field.tsx";
import { benchTexts, gameLevelName } from "./bench-words.ts";

/** The people with a right on a game, and a form that gives or takes one. */
export function GamePeople({ gameId }: { gameId: number }) {
  const params = { gameId: String(gameId) };
  const { data, error, refetch } = useEndpoint(listGameRights, { params });
  return (
    <>
      <h2>{m["bench.peopleTitle"]()}</h2>
      {error !== null && (
        <FailureNotice onRetry={() => void refetch()}>{m["bench.failed"]({ reason: reasonText(error.failure, benchTexts) })}</FailureNotice>
      )}
      {data?.length === 0 && <Notice quiet>{m["bench.peopleNone"]()}</Notice>}
      {data !== undefined && data.length > 0 && (
        <DataTable
          caption={m["bench.peopleTitle"]()}
          captionHidden
          rows={data}
          rowKey={({ accountId }) => accountId}
          columns={[
            { key: "person", header: m["bench.person"](), rowHeader: true, renderCell: ({ name, email }) => name ?? email },
            { key: "email", header: m["bench.personEmail"](), renderCell: ({ email }) => email },
            { key: "right", header: m["bench.personRight"](), renderCell: ({ rightsType }) => gameLevelName(rightsType) },
          ]}
        />
      )}
      <GiveRight gameId={gameId} />
    </>
  );
}

const choices = [...gameLevels, "NONE"] as const;

function GiveRight({ gameId }: { gameId: number }) {
  const send = useSend(setGameRight);
  const form = useKeptForm(`give-game-right:${gameId}`, { email: "", level: "MODIFY" });
  const { email, level } = form.values;
  const handleGive = () => {
    const rightsType = choices.find((one) => one === level);
    if (send.isPending || rightsType === undefined) return;
    const params = { gameId: String(gameId) };
    send.mutate([{ params, body: { email, rightsType } }], {
      onSuccess: () => {
        // The user may have typed the next address meanwhile.
        if (form.now().email === email) form.reset({ ...form.now(), email: "" });
      },
    });
  };
  return (
    <Stack
      as="form"
      onSubmit={(event) => {
        event.preventDefault();
        handleGive();
      }}
    >
      <KeptFormNotice form={form} />
      <TextField
        label={m["bench.personEmail"]()}
        name="email"
        type="email"
        value={email}
        autoComplete="off"
        required
        onChange={(event) => form.change({ email: event.currentTarget.value })}
      />
      <Select
        label={m["bench.personRight"]()}
        options={choices.map((value) => ({ value, label: gameLevelName(value) }))}
        value={level}
        onChange={(event) => form.change({ level: event.currentTarget.value })}
      />
      {send.error !== null && (
        <Notice tone="error">{m["bench.changeFailed"]({ reason: failureText(send.error.failure, benchTexts) })}</Notice>
      )}
      <div>
        <Button type="submit" variant="secondary" pending={send.isPending} pendingText={m["area.saving"]()}>
          {m["bench.personGive"]()}
        </Button>
      </div>
      {send.isSuccess && <Notice tone="success">{m["bench.personGiven"]()}</Notice>}
    </Stack>
  );
}
