import { m } from "@storyport/texts/messages";
import { DataTable } from "#/ui/data-table.tsx";
import { Disclosure } from "#/ui/disclosure.tsx";
import { DescriptionList } from "#/ui/description-list.tsx";
import { Identifier } from "#/ui/identifier.tsx";
import { Notice } from "#/ui/notice.tsx";
import { VisuallyHidden } from "#/ui/visually-hidden.tsx";
import { curlOf, decoded } from "./walk-requests.ts";
import type { Parts, WalkAnswer, WalkRequest, WalkStep } from "./walk-requests.ts";
import { meaningOf, stepNames, stepReasons } from "./walk-words.ts";

/** The request of a step: what it is for, its parts with their meaning, and a command that sends it. */
export function WalkStepShown({ step, request }: { step: WalkStep; request: WalkRequest }) {
  return (
    <>
      <h3>{stepNames[step]()}</h3>
      <p>{stepReasons[step]()}</p>
      <p>
        <Identifier id={`${request.method} ${request.url}`} />
      </p>
      <PartTable title={m["bench.seenRequest"]()} step={step} parts={request.parts} />
      <Disclosure showText={m["bench.walkCurl"]()} hideText={m["bench.walkCurl"]()} quiet>
        <Identifier id={curlOf(request)} />
      </Disclosure>
    </>
  );
}

interface ShownAnswer {
  step: WalkStep;
  answer: WalkAnswer;
  /** Whether a right login has this answer. Some steps expect a refusal. */
  isRight: boolean;
}

/** The answer to a step, its decoded tokens, and whether it is right. */
export function WalkAnswerShown({ step, answer: { status, parts }, isRight }: ShownAnswer) {
  // OAuth refusals have error and error_description. Other refusals of the portal have code and message.
  const cause = [String(status), parts["error"] ?? parts["code"], parts["error_description"] ?? parts["message"]];
  const words = cause.filter((word) => word !== undefined).join(" ");
  return (
    <>
      <PartTable title={`${m["bench.seenResponse"]()} ${status}`} step={step} parts={parts} />
      {["access_token", "id_token"].map((name) => (
        <DecodedToken key={name} name={name} token={parts[name]} />
      ))}
      {isRight ? (
        <Notice tone="success">{m["bench.walkExpected"]()}</Notice>
      ) : (
        <Notice tone="error" takesFocus>
          {m["bench.walkUnexpected"]({ cause: words })}
        </Notice>
      )}
    </>
  );
}

/** Each table is a region of the page, so its name has the step too. */
function PartTable({ title, step, parts }: { title: string; step: WalkStep; parts: Parts }) {
  const rows = Object.entries(parts).map(([name, value]) => ({ name, value, meaning: meaningOf(name, value) }));
  if (rows.length === 0) return <p>{title}</p>;
  return (
    <DataTable
      caption={
        <>
          {title} <VisuallyHidden>{stepNames[step]()}</VisuallyHidden>
        </>
      }
      rows={rows}
      rowKey={({ name }) => name}
      columns={[
        { key: "name", header: m["bench.walkParameter"](), rowHeader: true, renderCell: ({ name }) => name },
        { key: "value", header: m["bench.walkValue"](), renderCell: ({ value }) => <Identifier id={value} /> },
        { key: "meaning", header: m["bench.walkMeaning"](), renderCell: ({ meaning }) => meaning?.text() ?? "-" },
        { key: "clause", header: m["bench.clause"](), renderCell: ({ meaning }) => meaning?.clause ?? "-" },
      ]}
    />
  );
}

function DecodedToken({ name, token }: { name: string; token: string | undefined }) {
  const members = token === undefined ? undefined : decoded(token);
  if (members === undefined) return null;
  const title = `${m["bench.walkDecoded"]()} (${name})`;
  return (
    <Disclosure showText={title} hideText={title} quiet>
      <DescriptionList items={Object.entries(members).map(([term, value]) => ({ term, detail: <Identifier id={value} /> }))} />
    </Disclosure>
  );
}
