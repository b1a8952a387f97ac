import type { MouseEvent } from "react";
import { Button, LinkButton } from "./button.tsx";
import type { ButtonProps, LinkButtonProps } from "./button.tsx";
import { useDeliberate } from "./use-deliberate.ts";

/** Confirms a question that another site can trigger. It ignores presses until the question has been visible. */
export function AnswerButton({ onClick, ...rest }: ButtonProps) {
  const isReady = useDeliberate();
  return <Button {...rest} aria-disabled={!isReady} onClick={isReady ? onClick : ignore} />;
}

/** The same for a link. It ignores an `onClick` of the caller. */
export function AnswerLink(props: LinkButtonProps) {
  const isReady = useDeliberate();
  return <LinkButton {...props} aria-disabled={!isReady} onClick={isReady ? undefined : ignore} />;
}

function ignore(event: MouseEvent): void {
  event.preventDefault();
}
