import { limits } from "@storyport/contract/limits";
import { m } from "@storyport/texts/messages";
import { TextField } from "#/ui/text-field.tsx";

interface GameKeyFieldProps {
  value: string;
  hint: string;
  error?: string | undefined;
  onChange: (gameKey: string) => void;
}

/** The key of a new game. Programs compare it, so the browser must not correct it. */
export function GameKeyField({ onChange, ...field }: GameKeyFieldProps) {
  return (
    <TextField
      {...field}
      label={m["games.gameKey"]()}
      name="gameKey"
      minLength={limits.gameKey.min}
      maxLength={limits.gameKey.max}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      required
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
