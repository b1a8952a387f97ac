import { Fragment } from "react";

/** Lets a name or an e-mail address break after its @ and dots instead of inside a word. */
export function Breakable({ text }: { text: string }) {
  return text.split(/(?<=[@.])/).map((part, index) => (
    // An index as key is safe: the same text always gives the same parts.
    <Fragment key={`${index}${part}`}>
      {part}
      <wbr />
    </Fragment>
  ));
}
