import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { exampleFiles } from "virtual:examples";
import { buttonClass } from "#/ui/button-class.ts";
import { LinkButton } from "#/ui/button.tsx";
import { Disclosure } from "#/ui/disclosure.tsx";
import { Identifier } from "#/ui/identifier.tsx";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Stack } from "#/ui/stack.tsx";
import { exampleCommand, exampleWords, findExample } from "./example-words.ts";
import type { ExampleFile, ExampleName } from "./example-words.ts";
import styles from "./example.module.css";

/** The source of an example, from the build of this portal, and how to start it. */
export function ExampleScreen({ name }: { name: string }) {
  const example = findExample(name);
  return (
    <>
      <PageHeading intro={example && exampleWords(example)}>{example ?? m["bench.examplesTitle"]()}</PageHeading>
      {example === undefined ? <Notice tone="error">{m["bench.exampleNone"]()}</Notice> : <Example name={example} />}
      <Link to="/bench" className={buttonClass("quiet")}>
        {m["bench.backToGames"]()}
      </Link>
    </>
  );
}

function Example({ name }: { name: ExampleName }) {
  return (
    <>
      <h2>{m["bench.exampleStart"]()}</h2>
      <p>{m["bench.exampleBeside"]()}</p>
      <p>
        <Identifier id={exampleCommand(name)} />
      </p>
      <p>{m["bench.exampleAlone"]()}</p>
      <p>
        <Identifier id={`PORTAL_URL=${location.origin}`} />
      </p>
      <h2>{m["bench.exampleFiles"]()}</h2>
      <Stack>
        {(exampleFiles[name] ?? []).map((file) => (
          <Source key={file.name} file={file} />
        ))}
      </Stack>
    </>
  );
}

function Source({ file: { name, text } }: { file: ExampleFile }) {
  return (
    <Disclosure showText={name} hideText={name} open={name === "README.md"}>
      <Stack distance="small">
        <pre className={styles["source"]} role="region" aria-label={name} lang="en" dir="ltr">
          {text}
        </pre>
        <div>
          <LinkButton variant="secondary" href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`} download={name}>
            {m["bench.exampleSave"]({ file: name })}
          </LinkButton>
        </div>
      </Stack>
    </Disclosure>
  );
}
