import type { Observation } from "@storyport/contract/conformance";
import { m } from "@storyport/texts/messages";
import { formatMoment } from "#/shell/dates.ts";
import { Badge } from "#/ui/badge.tsx";
import { DescriptionList } from "#/ui/description-list.tsx";
import { Identifier } from "#/ui/identifier.tsx";
import { Item, ItemList } from "#/ui/item-list.tsx";
import { Notice } from "#/ui/notice.tsx";
import { kindTexts, sceneNames } from "./conformance-words.ts";

/** Each request with its answer, in words, oldest first. Secrets are shortened by the server. */
export function Observations({ seen }: { seen: readonly Observation[] }) {
  return (
    <>
      <h2>{m["bench.seenTitle"]()}</h2>
      {seen.length === 0 ? (
        <Notice quiet>{m["bench.seenNone"]()}</Notice>
      ) : (
        <ItemList>
          {seen.map((one) => (
            <Item
              key={one.id}
              name={kindTexts[one.kind]()}
              badge={one.scene === null ? undefined : <Badge>{sceneNames[one.scene]()}</Badge>}
              details={<Details seen={one} />}
            />
          ))}
        </ItemList>
      )}
    </>
  );
}

function Details({ seen: { at, request, response } }: { seen: Observation }) {
  return (
    <>
      <p>{formatMoment(at)}</p>
      <Parts title={m["bench.seenRequest"]()} parts={request} />
      <Parts title={m["bench.seenResponse"]()} parts={response} />
    </>
  );
}

function Parts({ title, parts }: { title: string; parts: Observation["request"] }) {
  const items = Object.entries(parts).map(([term, value]) => ({ term, detail: <Identifier id={value} /> }));
  if (items.length === 0) return null;
  return (
    <>
      <p>{title}</p>
      <DescriptionList items={items} />
    </>
  );
}
