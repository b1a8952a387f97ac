import type { JudgedRow, RowFault } from "@storyport/contract/class-imports";
import { limits } from "@storyport/contract/limits";
import { m } from "@storyport/texts/messages";
import { isolate } from "#/ui/isolate.ts";

const faults: Record<RowFault, () => string> = {
  nameMissing: () => m["classImports.nameMissing"](),
  nameTooLong: () => m["classImports.nameTooLong"](),
  nameCharacters: () => m["classImports.nameCharacters"](),
  externalIdInvalid: () => m["classImports.externalIdInvalid"](),
  externalIdTwice: () => m["classImports.externalIdTwice"](),
  classMissing: () => m["classImports.classMissing"](),
  classNameInvalid: () => m["classImports.classNameInvalid"](),
  classNotAllowed: () => m["classImports.classNotAllowed"](),
  classAmbiguous: () => m["classImports.classAmbiguous"](),
  tooManyClasses: () => m["classImports.tooManyClasses"]({ max: limits.classImport.newClasses }),
  classFull: () => m["classImports.classFull"](),
};

/** The field of a row that a fault is about. */
export const faultyField: Record<RowFault, "name" | "externalId" | "className"> = {
  nameMissing: "name",
  nameTooLong: "name",
  nameCharacters: "name",
  externalIdInvalid: "externalId",
  externalIdTwice: "externalId",
  classMissing: "className",
  classNameInvalid: "className",
  classNotAllowed: "className",
  classAmbiguous: "className",
  tooManyClasses: "className",
  classFull: "className",
};

export function faultText(fault: RowFault): string {
  return faults[fault]();
}

export function verdictText({ verdict, playerGroupId, likeName, likeRow }: JudgedRow): string {
  switch (verdict) {
    case "new":
      return playerGroupId === undefined ? m["classImports.isNewInNewClass"]() : m["classImports.isNew"]();
    case "already-here":
      return m["classImports.isHere"]();
    case "looks-alike":
      return likeName === undefined
        ? m["classImports.isLikeRow"]({ row: String((likeRow ?? 0) + 1) })
        : m["classImports.isLike"]({ name: isolate(likeName) });
    case "wrong":
      return m["classImports.isWrong"]();
  }
}
