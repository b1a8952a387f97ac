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
          { term: "browser-game", detail: m["bench.exampleBrowser"]() },
          { term: "native-game", detail: m["bench.exampleNative"]() },
          { term: "dashboard-node", detail: m["bench.exampleNode"]() },
          { term: "dashboard-python", detail: m["bench.examplePython"]() },
        ]}
      />
    </>
  );
}
