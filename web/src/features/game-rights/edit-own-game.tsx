import { editOwnGame } from "@storyport/contract/game-rights";
import type { GameSettings } from "@storyport/contract/games";
import { tokenScopes } from "@storyport/contract/vocabulary";
import { m } from "@storyport/texts/messages";
import { useState } from "react";
import { failureText } from "#/api/failure-text.ts";
import { EditNotices } from "#/features/edits/edit-notices.tsx";
import { SaveEdit } from "#/features/edits/save-edit.tsx";
import { useEdit } from "#/features/edits/use-edit.ts";
import { CallbackList } from "#/features/games/callback-list.tsx";
import { EditionFields, ScopeField } from "#/features/games/client-policy-form.tsx";
import { changeOf, policyOf, wrongLink } from "#/features/games/client-policy.ts";
import { isAdmin } from "#/features/games/offered-games.ts";
import { usePortal, useUser } from "#/shell/portal.ts";
import { Notice } from "#/ui/notice.tsx";
import { Stack } from "#/ui/stack.tsx";
import { focusField } from "#/ui/text-field.tsx";
import { benchTexts } from "./bench-words.ts";
import { useOwnGame } from "./use-own-game.ts";

/** What the people who build a game set on this page. What changes the schools' risk is for administrators (decision 68). */
export function EditOwnGame({ game }: { game: GameSettings }) {
  const {
    call,
    settings: { productName },
  } = usePortal();
  const user = useUser();
  const edit = useEdit({
    name: `edit-own-game:${game.gameId}`,
    thing: game,
    answer: useOwnGame(game),
    valuesOf: policyOf,
    changeOf: (form) => changeOf(form, productName),
    send: (body) => call(editOwnGame, { params: { gameId: String(game.gameId) }, body }),
  });
  const [isChecked, setIsChecked] = useState(false);
  // Only an administrator widens the scope of a game that is in use. The list begins with the widest.
  const isBound = !isAdmin(user) && (game.isPublic || game.organizationCount > 0);
  const mayBe = isBound ? tokenScopes.slice(tokenScopes.indexOf(game.maxScope)) : tokenScopes;
  return (
    <>
      <h2>{m["games.callbacks"]()}</h2>
      <CallbackList game={game} onSaved={edit.changedHere} />
      <h2>{m["bench.settingsTitle"]()}</h2>
      <EditNotices edit={edit} />
      <Stack
        as="form"
        onSubmit={(event) => {
          event.preventDefault();
          const wrong = wrongLink(edit.form.values);
          setIsChecked(wrong !== undefined);
          if (wrong === undefined) edit.save();
          else focusField(event.currentTarget, wrong);
        }}
      >
        <EditionFields form={edit.form} isChecked={isChecked} />
        <ScopeField form={edit.form} mayBe={mayBe} />
        {isBound && <Notice quiet>{m["bench.scopeByAdministrator"]()}</Notice>}
        <SaveEdit edit={edit} text={(failure) => m["bench.changeFailed"]({ reason: failureText(failure, benchTexts) })} />
      </Stack>
    </>
  );
}
