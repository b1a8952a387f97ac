import * as contract from "@storyport/contract/class-imports";
import type { AppContext } from "#/context.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { checkClassImport } from "./check-class-import.ts";
import { importClass } from "./import-class.ts";
import { listClassImports } from "./list-class-imports.ts";
import { reprintClassImport } from "./reprint-class-import.ts";
import { undoClassImport } from "./undo-class-import.ts";

export function classImportRoutes(add: AddRoute, context: AppContext): void {
  add(contract.checkClassImport, ({ body, caller }) => checkClassImport(context, caller, body));
  add(contract.importClass, ({ body, caller }) => importClass(context, caller, body));
  add(contract.listClassImports, ({ query, caller }) => listClassImports(context, caller, query));
  add(contract.reprintClassImport, ({ params, caller }) => reprintClassImport(context, caller, params.importId));
  add(contract.undoClassImport, async ({ params, caller }) => {
    await undoClassImport(context, caller, params.importId);
    return undefined;
  });
}
