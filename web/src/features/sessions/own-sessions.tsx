import { endOtherSessions, endOwnSession, listOwnSessions } from "@storyport/contract/sessions";
import type { OwnSession } from "@storyport/contract/sessions";
import { m } from "@storyport/texts/messages";
import { useEffect, useRef, useState } from "react";
import { useAction } from "#/api/use-action.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { ActionFailure } from "#/features/login/action-failure.tsx";
import { LoadedPart } from "#/shell/loaded-part.tsx";
import { usePortal } from "#/shell/portal.ts";
import { Button } from "#/ui/button.tsx";
import { ItemList } from "#/ui/item-list.tsx";
import { Notice } from "#/ui/notice.tsx";
import { Question } from "#/ui/question.tsx";
import { TitledSection } from "#/ui/titled-section.tsx";
import { SessionItem } from "./session-item.tsx";

/** The user's sessions in browsers and games, with buttons to end each, or all but this session. */
export function OwnSessions() {
  const { call } = usePortal();
  const query = useEndpoint(listOwnSessions);
  const { isBusy, failure, act } = useAction();
  const [message, setMessage] = useState<string>();

  const end = ({ id, name }: OwnSession) =>
    act(async () => {
      await call(endOwnSession, { params: { sessionId: id } });
      await query.refetch();
      setMessage(m["sessions.endedOne"]({ name }));
    });
  const endOthers = () =>
    act(async () => {
      const { ended } = await call(endOtherSessions, { body: {} });
      await query.refetch();
      setMessage(endedText(ended));
    });
  return (
    <TitledSection title={m["sessions.title"]()} intro={m["sessions.intro"]()}>
      {failure !== undefined && <ActionFailure failure={failure} />}
      {failure === undefined && message !== undefined && <EndedNotice>{message}</EndedNotice>}
      <LoadedPart query={query} failed={m["sessions.failed"]()}>
        {(sessions) => <SessionList sessions={sessions} isBusy={isBusy} onEnd={end} onEndOthers={endOthers} />}
      </LoadedPart>
    </TitledSection>
  );
}

/** What was ended. Takes the focus, because the pressed button is gone. */
function EndedNotice({ children }: { children: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [children]);
  return <Notice ref={box} tone="success" title={children} />;
}

interface SessionListProps {
  sessions: readonly OwnSession[];
  isBusy: boolean;
  onEnd: (session: OwnSession) => Promise<void>;
  onEndOthers: () => Promise<void>;
}

function SessionList({ sessions, isBusy, onEnd, onEndOthers }: SessionListProps) {
  const [isAsked, setIsAsked] = useState(false);
  const [ending, setEnding] = useState<string>();
  const hasOthers = sessions.some(({ isCurrent }) => !isCurrent);
  const endOne = async (session: OwnSession) => {
    setEnding(session.id);
    await onEnd(session);
    setEnding(undefined);
  };
  return (
    <>
      <ItemList>
        {sessions.map((session) => (
          <SessionItem key={session.id} session={session} isEnding={isBusy && ending === session.id} onEnd={() => void endOne(session)} />
        ))}
      </ItemList>
      {!hasOthers && <p>{m["sessions.onlyHere"]()}</p>}
      {hasOthers && !isAsked && (
        <Button variant="secondary" onClick={() => setIsAsked(true)}>
          {m["sessions.endOthers"]()}
        </Button>
      )}
      {hasOthers && isAsked && (
        <Question
          title={m["sessions.endOthersQuestion"]()}
          yes={m["sessions.endOthers"]()}
          no={m["sessions.keep"]()}
          pending={isBusy}
          pendingText={m["app.waiting"]()}
          onYes={() => void onEndOthers().then(() => setIsAsked(false))}
          onNo={() => setIsAsked(false)}
        >
          {m["sessions.endOthersWarning"]()}
        </Question>
      )}
    </>
  );
}

function endedText(count: number): string {
  if (count === 0) return m["sessions.endedNone"]();
  return count === 1 ? m["sessions.endedOther"]() : m["sessions.endedOthers"]({ count });
}
