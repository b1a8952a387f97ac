import { listOwnPasskeys, removePasskey } from "@storyport/contract/passkeys";
import type { Passkey } from "@storyport/contract/passkeys";
import { m } from "@storyport/texts/messages";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { useAction } from "#/api/use-action.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { ActionFailure } from "#/features/login/action-failure.tsx";
import { LoadedPart } from "#/shell/loaded-part.tsx";
import { usePortal, useUser } from "#/shell/portal.ts";
import { ItemList } from "#/ui/item-list.tsx";
import { Notice } from "#/ui/notice.tsx";
import { Question } from "#/ui/question.tsx";
import { TitledSection } from "#/ui/titled-section.tsx";
import { AddPasskey } from "./add-passkey.tsx";
import { ConfirmDue } from "./confirm-due.tsx";
import { PasskeyItem } from "./passkey-item.tsx";
import { ownPasskeyTexts } from "./passkey-texts.ts";

/**
 * The user's passkeys, with buttons to add, rename and remove them. While a passkey is due, the part begins with using or adding it. A further
 * passkey is then not offered: such a session must use a passkey before it adds another (`errors.passkeyNeeded`).
 */
export function OwnPasskeys() {
  const query = useEndpoint(listOwnPasskeys);
  const [message, setMessage] = useState<string>();
  const { fresh } = usePortal();
  const router = useRouter();
  const due = useUser().passkeyDue;
  // The page's notice comes from the session, so the guard of the area must read the session again.
  const proved = (said: string) => {
    setMessage(said);
    fresh.forget();
    void router.invalidate();
  };
  const begin = () => setMessage(undefined);
  const added = ({ name }: Passkey) => proved(m["passkeys.added"]({ name }));
  return (
    <TitledSection title={m["passkeys.title"]()} id="passkeys" intro={m["passkeys.intro"]()}>
      {message !== undefined && <Notice takesFocus={message} tone="success" title={message} />}
      {due?.hasPasskey === true && <ConfirmDue onConfirmed={() => proved(m["passkeys.used"]())} />}
      {due?.hasPasskey === false && <AddPasskey isDue onBegin={begin} onAdded={added} />}
      <LoadedPart query={query} failed={m["passkeys.failed"]()}>
        {(passkeys) => (
          <PasskeyList
            passkeys={passkeys}
            onBegin={begin}
            onRenamed={({ name }) => setMessage(m["passkeys.renamed"]({ name }))}
            onRemoved={({ name }) => setMessage(m["passkeys.removed"]({ name }))}
          />
        )}
      </LoadedPart>
      {due === undefined && <AddPasskey onBegin={begin} onAdded={added} />}
    </TitledSection>
  );
}

interface PasskeyListProps {
  passkeys: readonly Passkey[];
  /** Called when an action begins. It removes the message of the last action. */
  onBegin: () => void;
  onRenamed: (passkey: Passkey) => void;
  onRemoved: (passkey: Passkey) => void;
}

function PasskeyList({ passkeys, onBegin, onRenamed, onRemoved }: PasskeyListProps) {
  const { call } = usePortal();
  const { isBusy, failure, act, forget } = useAction();
  const [chosen, setChosen] = useState<Passkey>();
  const begin = () => {
    forget();
    onBegin();
  };
  const choose = (passkey: Passkey) => {
    begin();
    setChosen(passkey);
  };
  const remove = async (passkey: Passkey) => {
    const isGone = await act(() => call(removePasskey, { params: { passkeyId: passkey.id } }));
    setChosen(undefined);
    if (isGone) onRemoved(passkey);
  };
  if (passkeys.length === 0) return <p>{m["passkeys.none"]()}</p>;
  return (
    <>
      {failure !== undefined && <ActionFailure failure={failure} texts={ownPasskeyTexts} />}
      <ItemList>
        {passkeys.map((passkey) => (
          <PasskeyItem key={passkey.id} passkey={passkey} onBegin={begin} onRenamed={onRenamed} onRemove={() => choose(passkey)} />
        ))}
      </ItemList>
      {chosen !== undefined && (
        <Question
          key={chosen.id}
          title={m["passkeys.removeQuestion"]({ name: chosen.name })}
          yes={m["passkeys.remove"]()}
          no={m["passkeys.keep"]()}
          pending={isBusy}
          pendingText={m["app.waiting"]()}
          onYes={() => void remove(chosen)}
          onNo={() => setChosen(undefined)}
        >
          {m["passkeys.removeWarning"]()}
        </Question>
      )}
    </>
  );
}
