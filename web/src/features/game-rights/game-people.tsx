import { gameLevels, listGameRights, setGameRight } from "@storyport/contract/game-rights";
import type { GameLevel } from "@storyport/contract/game-rights";
import { m } from "@storyport/texts/messages";
import { useState } from "react";
import { failureText, reasonText } from "#/api/failure-text.ts";
import { useEndpoint, useSend } from "#/api/use-endpoint.ts";
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
  const [email, setEmail] = useState("");
  const [level, setLevel] = useState<GameLevel | "NONE">("MODIFY");
  return (
    <Stack
      as="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (send.isPending) return;
        send.mutate([{ params: { gameId: String(gameId) }, body: { email, rightsType: level } }], { onSuccess: () => setEmail("") });
      }}
    >
      <TextField
        label={m["bench.personEmail"]()}
        name="email"
        type="email"
        value={email}
        autoComplete="off"
        required
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Select
        label={m["bench.personRight"]()}
        options={choices.map((value) => ({ value, label: gameLevelName(value) }))}
        value={level}
        onChange={(event) => setLevel(choices.find((one) => one === event.currentTarget.value) ?? "READ")}
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
