/** Search params stay text: `?state=123` is the string "123", and no address shows JSON. The first of repeated params counts. */
export function parseSearch(search: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(search)) {
    if (!Object.hasOwn(found, name) && name !== "__proto__") found[name] = value;
  }
  return found;
}

/** Returns the query with its question mark, or "". Absent members are left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null) text.set(name, String(value));
  }
  return text.size > 0 ? `?${text}` : "";
}
