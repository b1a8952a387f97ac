import { openidWords } from "@storyport/contract/games";
import type { OpenidWord } from "@storyport/contract/games";
import { shareNames } from "@storyport/contract/organizations";
import type { SharingTool } from "@storyport/contract/organizations";
import { m } from "@storyport/texts/messages";
import { useState } from "react";
import { reasonText } from "#/api/failure-text.ts";
import { useRefresh, useSend } from "#/api/use-endpoint.ts";
import { ConfirmAction } from "#/shell/confirm-action.tsx";
import type { ConfirmActionProps } from "#/shell/confirm-action.tsx";
import { ExactDate } from "#/shell/exact-date.tsx";
import { FailureNotice } from "#/shell/failure-notice.tsx";
import { listed } from "#/shell/listed.ts";
import { Breakable } from "#/ui/breakable.tsx";
import { Button } from "#/ui/button.tsx";
import { Card } from "#/ui/card.tsx";
import { CheckboxList } from "#/ui/checkbox-list.tsx";
import { DescriptionList } from "#/ui/description-list.tsx";
import { isolate } from "#/ui/isolate.ts";
import { Notice } from "#/ui/notice.tsx";
import { Row } from "#/ui/stack.tsx";
import { nameWords, organizationTexts } from "./organization-words.ts";

interface SharingToolProps {
  organizationId: string;
  tool: SharingTool;
  /** The user manages the organization by a right in it. Without that right the user may only withdraw. */
  mayGive: boolean;
}

/** A tool is an OpenID client of the organization. The card shows what it may read of the staff, and takes the decision. */
export function SharingToolCard({ organizationId, tool, mayGive }: SharingToolProps) {
  const { gameId, gameKey, description, asks, reads, since, by } = tool;
  const [isAsked, setIsAsked] = useState(false);
  const { send, refresh, ticked, tick, decide } = useDecision({ organizationId, tool, onDone: () => setIsAsked(false) });
  const failure = send.error?.failure;
  const canChoose = mayGive && asks.length > 0;
  const handleSave = () => {
    const words = openidWords.filter((word) => ticked.includes(word));
    if (words.length === 0 && reads.length > 0) setIsAsked(true);
    else decide(words);
  };
  const handleWithdraw = () => {
    send.reset();
    setIsAsked(true);
  };
  const handleKeep = () => {
    // After a refusal the list of tools may be outdated.
    if (send.isError) refresh();
    send.reset();
    setIsAsked(false);
  };
  return (
    <Card>
      <h3>
        <Breakable text={description} />
      </h3>
      <DescriptionList
        items={[
          { term: m["organizations.game"](), detail: <bdi>{m["organizations.gameLabel"]({ gameKey, gameId })}</bdi> },
          {
            term: m["nameSharing.reads"](),
            detail: reads.length === 0 ? m["nameSharing.readsNothing"]() : listed(reads.map((word) => nameWords[word]())),
          },
          ...(since === undefined ? [] : [{ term: m["nameSharing.since"](), detail: <ExactDate at={since} /> }]),
          ...(by === undefined ? [] : [{ term: m["nameSharing.by"](), detail: <bdi>{by}</bdi> }]),
        ]}
      />
      {asks.length === 0 && <p>{m["nameSharing.asksNothing"]()}</p>}
      {canChoose && (
        <CheckboxList
          label={m["nameSharing.choose"]()}
          hint={m["nameSharing.chooseHint"]()}
          name={`words-${gameId}`}
          options={asks.map((word) => ({ value: word, label: nameWords[word]() }))}
          selected={ticked}
          onChange={tick}
        />
      )}
      {failure !== undefined && !isAsked && (
        <FailureNotice takesFocus={failure}>{m["nameSharing.failed"]({ reason: reasonText(failure, sharingTexts) })}</FailureNotice>
      )}
      {(since !== undefined || canChoose) && (
        <Row>
          {canChoose && (
            <Button pending={send.isPending} pendingText={m["app.waiting"]()} onClick={handleSave}>
              {m["nameSharing.save"]()}
            </Button>
          )}
          {since !== undefined && (
            <Button variant="secondary" onClick={handleWithdraw}>
              {m["nameSharing.withdraw"]()}
            </Button>
          )}
        </Row>
      )}
      {/* After a withdrawal its button is gone. */}
      {send.isSuccess && (
        <Notice takesFocus={send.variables[0].body.words.length === 0} tone="success">
          {m["nameSharing.saved"]()}
        </Notice>
      )}
      {isAsked && (
        <WithdrawQuestion
          description={description}
          isBusy={send.isPending}
          failure={failure}
          onConfirm={() => decide([])}
          onCancel={handleKeep}
        />
      )}
    </Card>
  );
}

interface DecisionProps {
  organizationId: string;
  tool: SharingTool;
  onDone: () => void;
}

/** The ticked words until they are saved, and what the tool read when the user began. The list may be fetched again meanwhile. */
function useDecision({ organizationId, tool: { gameId, reads }, onDone }: DecisionProps) {
  const send = useSend(shareNames);
  const refresh = useRefresh();
  const [draft, setDraft] = useState<{ words: string[]; seen: OpenidWord[] }>();
  const { words: ticked, seen } = draft ?? { words: reads, seen: reads };
  const tick = (words: string[]) => {
    send.reset();
    setDraft({ words, seen });
  };
  const decide = (words: OpenidWord[]) =>
    send.mutate([{ params: { organizationId }, body: { gameId, words, seen } }], {
      onSuccess: () => {
        setDraft(undefined);
        onDone();
      },
      onError: ({ failure }) => {
        if (failure.code !== "errors.changedMeanwhile") return;
        setDraft(undefined);
        refresh();
      },
    });
  return { send, refresh, ticked, tick, decide };
}

type WithdrawQuestionProps = Pick<ConfirmActionProps, "isBusy" | "failure" | "onConfirm" | "onCancel"> & { description: string };

function WithdrawQuestion({ description, ...question }: WithdrawQuestionProps) {
  return (
    <ConfirmAction
      {...question}
      title={m["nameSharing.withdrawQuestion"]({ tool: isolate(description) })}
      confirmText={m["nameSharing.withdraw"]()}
      cancelText={m["nameSharing.keep"]()}
      danger
      texts={sharingTexts}
    >
      <p>{m["nameSharing.withdrawWarning"]()}</p>
    </ConfirmAction>
  );
}

const sharingTexts = { ...organizationTexts, "errors.changedMeanwhile": () => m["nameSharing.changed"]() };
