import { stringifySearch } from "./search-text.ts";

/** Thrown by a load function: the browser opens another page instead. */
export class Redirect extends Error {
  readonly location: string;

  constructor(location: string) {
    super(`To ${location}`);
    this.location = location;
  }
}

/** Ends a load function. Absent members of `search` are left out. */
export function redirectTo(path: string, search: Readonly<Record<string, unknown>> = {}): never {
  throw new Redirect(path + stringifySearch(search));
}
