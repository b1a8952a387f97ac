import { Fragment } from "react";

/** A name or an e-mail address that breaks, where it must, after its @ and dots and not inside a word. */
export function Breakable({ text }: { text: string }) {
  return text.split(/(?<=[@.])/).map((part, index) => (
    // Parts never change places: the same text gives the same parts.
    <Fragment key={`${index}${part}`}>
      {part}
      <wbr />
    </Fragment>
  ));
}
