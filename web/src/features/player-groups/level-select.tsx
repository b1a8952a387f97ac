import type { RightsLevel } from "@storyport/contract/vocabulary";
import type { ComponentProps } from "react";
import { Select } from "#/ui/select.tsx";
import { rightsText } from "./rights-text.ts";

type LevelSelectProps = Omit<ComponentProps<typeof Select>, "options" | "name"> & { levels: readonly RightsLevel[] };

/** A select of rights levels, in words. Its name in the form is "level". */
export function LevelSelect({ levels, ...rest }: LevelSelectProps) {
  return <Select {...rest} name="level" options={levels.map((level) => ({ value: level, label: rightsText(level) }))} />;
}
