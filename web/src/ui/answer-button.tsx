import type { MouseEvent } from "react";
import { Button, LinkButton } from "./button.tsx";
import type { ButtonProps, LinkButtonProps } from "./button.tsx";
import { useDeliberate } from "./use-deliberate.ts";

/** The button that says yes to a question which another site can make appear: it ignores presses until the question has been seen. */
export function AnswerButton({ onClick, ...rest }: ButtonProps) {
  const isReady = useDeliberate();
  return <Button {...rest} aria-disabled={!isReady} onClick={isReady ? onClick : ignore} />;
}

/** The same, where yes is a way to another address. */
export function AnswerLink(props: LinkButtonProps) {
  const isReady = useDeliberate();
  return <LinkButton {...props} aria-disabled={!isReady} onClick={isReady ? undefined : ignore} />;
}

function ignore(event: MouseEvent): void {
  event.preventDefault();
}
