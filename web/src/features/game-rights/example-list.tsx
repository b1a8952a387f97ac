import { m } from "@storyport/texts/messages";
import { DescriptionList } from "#/ui/description-list.tsx";

/** Clients to copy: the folders of `examples/`, beside the portal's source. */
export function ExampleList() {
  return (
    <>
      <h2>{m["bench.examplesTitle"]()}</h2>
      <p>{m["bench.examplesIntro"]()}</p>
      <DescriptionList
        items={[
          { term: m["bench.exampleBrowser"](), detail: <code>examples/browser-game</code> },
          { term: m["bench.exampleNative"](), detail: <code>examples/native-game</code> },
          { term: m["bench.exampleNode"](), detail: <code>examples/dashboard-node</code> },
          { term: m["bench.examplePython"](), detail: <code>examples/dashboard-python</code> },
        ]}
      />
    </>
  );
}
