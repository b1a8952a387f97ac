/**
 * The build removes all schemas from the endpoints in browsers (contract-endpoints.vite.ts). So no code of the web may read one, except
 * call.ts, which checks answers on the server and in tests.
 */
import "@storyport/contract/endpoint";

declare module "@storyport/contract/endpoint" {
  interface Visibility {
    schemas: "hidden";
  }
}
