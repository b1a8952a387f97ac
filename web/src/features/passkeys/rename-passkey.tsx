import { renamePasskey } from "@storyport/contract/passkeys";
import type { Passkey } from "@storyport/contract/passkeys";
import { m } from "@storyport/texts/messages";
import { usePortal } from "#/shell/portal.ts";
import { PasskeyNameForm } from "./passkey-name-form.tsx";

interface RenamePasskeyProps {
  passkey: Passkey;
  onRenamed: (passkey: Passkey) => void;
  onCancel: () => void;
}

/** Renames a passkey, in its place in the list. */
export function RenamePasskey({ passkey: { id, name }, onRenamed, onCancel }: RenamePasskeyProps) {
  const { call } = usePortal();
  const rename = async (given: string) => onRenamed(await call(renamePasskey, { params: { passkeyId: id }, body: { name: given } }));
  return <PasskeyNameForm name={name} submitText={m["passkeys.save"]()} onSubmit={rename} onCancel={onCancel} />;
}
