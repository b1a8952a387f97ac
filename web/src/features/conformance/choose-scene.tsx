import { chooseScene, scenesInBrowser } from "@storyport/contract/conformance";
import type { ConformanceRun } from "@storyport/contract/conformance";
import { m } from "@storyport/texts/messages";
import { useState } from "react";
import { failureText } from "#/api/failure-text.ts";
import { useSend } from "#/api/use-endpoint.ts";
import { benchTexts } from "#/features/game-rights/bench-words.ts";
import { Button } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";
import { Select } from "#/ui/select.tsx";
import { Stack } from "#/ui/stack.tsx";
import { sceneNames } from "./conformance-words.ts";

/** Chooses what all logins that begin in a browser meet, until the next choice. */
export function ChooseScene({ run: { runId, scene } }: { run: ConformanceRun }) {
  const send = useSend(chooseScene);
  const [chosen, setChosen] = useState(scene);
  return (
    <>
      <h2>{m["bench.browserTitle"]()}</h2>
      <p>{m["bench.browserIntro"]()}</p>
      <Stack
        as="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!send.isPending) send.mutate([{ params: { runId }, body: { scene: chosen } }]);
        }}
      >
        <Select
          label={m["bench.scene"]()}
          options={scenesInBrowser.map((value) => ({ value, label: sceneNames[value]() }))}
          value={chosen}
          onChange={(event) => setChosen(scenesInBrowser.find((one) => one === event.currentTarget.value) ?? "PLAIN")}
        />
        {send.error !== null && (
          <Notice tone="error">{m["bench.changeFailed"]({ reason: failureText(send.error.failure, benchTexts) })}</Notice>
        )}
        <div>
          <Button type="submit" variant="secondary" pending={send.isPending} pendingText={m["area.saving"]()}>
            {m["bench.sceneChoose"]()}
          </Button>
        </div>
        {send.isSuccess && <Notice tone="success">{m["bench.sceneChosen"]()}</Notice>}
      </Stack>
    </>
  );
}
