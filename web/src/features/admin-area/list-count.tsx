import { m } from "@storyport/texts/messages";
import { getLocale } from "@storyport/texts/runtime";

interface ListCountProps {
  found: { offset: number; count: number; total: number } | undefined;
  isWaiting: boolean;
  /** The text for an empty result. */
  none: string;
}

/** The server counts and pages a search up to this limit. */
const mostListed = 10_000;

/** Shows the range and total of a list. The region stays in place, so that screen readers announce every change. */
export function ListCount({ found, isWaiting, none }: ListCountProps) {
  const number = (value: number) => new Intl.NumberFormat(getLocale(), { useGrouping: false }).format(value);
  return (
    <p role="status">
      {isWaiting && m["area.searching"]()}
      {!isWaiting && found !== undefined && found.total === 0 && none}
      {!isWaiting &&
        found !== undefined &&
        found.count > 0 &&
        m["area.showing"]({ from: number(found.offset + 1), to: number(found.offset + found.count), total: number(found.total) })}
      {!isWaiting && found !== undefined && found.total >= mostListed && ` ${m["area.mostListed"]({ most: number(mostListed) })}`}
    </p>
  );
}
