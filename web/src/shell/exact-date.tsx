/** A moment in the format of the specification's lists, DD.MM.YYYY HH:MM:SS, in the reader's time zone. Without a moment '-'. */
export function ExactDate({ at }: { at: string | null }) {
  if (!isMoment(at)) return "-";
  return <time dateTime={at}>{exactDate(new Date(at))}</time>;
}

/** Returns whether there is a moment. A list may also send an empty text for none (specification, section 3). */
export function isMoment(at: string | null): at is string {
  return !Number.isNaN(Date.parse(at ?? ""));
}

/** The same as a text, for a sentence. */
export function exactDate(date: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${two(date.getDate())}.${two(date.getMonth() + 1)}.${date.getFullYear()}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}
