import type { NamedThing } from "@storyport/contract/audit";
import { m } from "@storyport/texts/messages";
import { EventParty } from "./event-party.tsx";

const id = /([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})/i;

/** A line whose ids are replaced by present names with links; an id without a name is shown as an id. */
export function NamedText({ text, named }: { text: string; named: ReadonlyMap<string, NamedThing> }) {
  return text.split(id).map((part, index) => {
    if (!id.test(part)) return part;
    const thing = named.get(part.toLowerCase());
    // The same id may occur twice.
    const key = `${index}${part}`;
    if (thing === undefined) return <span key={key}>{m["history.unknownId"]({ id: part })}</span>;
    return <EventParty key={key} {...thing} isInline />;
  });
}

/** Maps the things by id; ids are unique. */
export function byId(named: readonly NamedThing[]): ReadonlyMap<string, NamedThing> {
  return new Map(named.map((thing) => [thing.id, thing]));
}
