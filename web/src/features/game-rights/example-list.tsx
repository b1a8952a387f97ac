import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { cellLinkClass, DataTable } from "#/ui/data-table.tsx";
import { exampleCommand, exampleNames, exampleWords } from "./example-words.ts";

/** Clients to copy, each with its source and the command that starts it. */
export function ExampleList() {
  return (
    <>
      <h2>{m["bench.examplesTitle"]()}</h2>
      <p>{m["bench.examplesIntro"]()}</p>
      <DataTable
        caption={m["bench.examplesTitle"]()}
        captionHidden
        rows={exampleNames}
        rowKey={(name) => name}
        columns={[
          {
            key: "example",
            header: m["bench.example"](),
            rowHeader: true,
            renderCell: (name) => (
              <Link to="/bench/examples/$name" params={{ name }} className={cellLinkClass}>
                {name}
              </Link>
            ),
          },
          { key: "shows", header: m["bench.exampleShows"](), renderCell: exampleWords },
          { key: "command", header: m["bench.exampleCommand"](), renderCell: (name) => <code>{exampleCommand(name)}</code> },
        ]}
      />
    </>
  );
}
