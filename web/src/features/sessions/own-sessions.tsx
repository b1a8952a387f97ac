import { endOtherSessions, endOwnSession, listOwnSessions } from "@storyport/contract/sessions";
import type { OwnSession } from "@storyport/contract/sessions";
import { m } from "@storyport/texts/messages";
import { useRef, useState } from "react";
import { ApiError } from "#/api/api-error.ts";
import { useAction } from "#/api/use-action.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { ActionFailure } from "#/features/login/action-failure.tsx";
import { focusOnceDrawn } from "#/shell/focus-once-drawn.ts";
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
  const [endedId, setEndedId] = useState<string>();

  const begin = (id?: string) => {
    // Otherwise the same message, about another session of the same name, would not take the focus again.
    setMessage(undefined);
    setEndedId(id);
  };
  const end = ({ id, name }: OwnSession) =>
    act(async () => {
      begin(id);
      try {
        await call(endOwnSession, { params: { sessionId: id } });
      } catch (error) {
        if (!(error instanceof ApiError) || error.failure.code !== "errors.notFound") throw error;
        // It has ended elsewhere. After a refusal the page does not fetch the list by itself.
        void query.refetch();
      }
      setMessage(m["sessions.endedOne"]({ name }));
    });
  const endOthers = () =>
    act(async () => {
      begin();
      const { ended } = await call(endOtherSessions, { body: {} });
      setMessage(endedText(ended));
    });
  return (
    <TitledSection title={m["sessions.title"]()} intro={m["sessions.intro"]()}>
      {failure !== undefined && <ActionFailure failure={failure} />}
      {failure === undefined && message !== undefined && <EndedNotice>{message}</EndedNotice>}
      <LoadedPart query={query} failed={m["sessions.failed"]()}>
        {(sessions) => (
          <SessionList sessions={sessions} endedId={endedId} isBusy={isBusy || query.isFetching} onEnd={end} onEndOthers={endOthers} />
        )}
      </LoadedPart>
    </TitledSection>
  );
}

/** What was ended. Takes the focus, because the pressed button is gone. */
function EndedNotice({ children }: { children: string }) {
  return <Notice takesFocus={children} tone="success" title={children} />;
}

interface SessionListProps {
  sessions: readonly OwnSession[];
  /** The session that is being ended, or was ended last. */
  endedId: string | undefined;
  /** A session is being ended, or the list is fetched again after that. */
  isBusy: boolean;
  onEnd: (session: OwnSession) => Promise<unknown>;
  onEndOthers: () => Promise<unknown>;
}

function SessionList({ sessions, endedId, isBusy, onEnd, onEndOthers }: SessionListProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const hasOthers = sessions.some(({ isCurrent }) => !isCurrent);
  return (
    <>
      <ItemList>
        {sessions.map((session) => (
          <SessionItem key={session.id} session={session} isEnding={isBusy && endedId === session.id} onEnd={() => void onEnd(session)} />
        ))}
      </ItemList>
      {!hasOthers && <p>{m["sessions.onlyHere"]()}</p>}
      {hasOthers && !isConfirming && (
        <Button ref={button} variant="secondary" onClick={() => setIsConfirming(true)}>
          {m["sessions.endOthers"]()}
        </Button>
      )}
      {hasOthers && isConfirming && (
        <Question
          title={m["sessions.endOthersQuestion"]()}
          yes={m["sessions.endOthers"]()}
          no={m["sessions.keep"]()}
          pending={isBusy}
          pendingText={m["app.waiting"]()}
          onYes={() => void onEndOthers().then(() => setIsConfirming(false))}
          onNo={() =>
            focusOnceDrawn(
              () => setIsConfirming(false),
              () => button.current,
            )
          }
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
