import type { ErasureAsker } from "@storyport/contract/erasures";
import { m } from "@storyport/texts/messages";

/** Refusals of an erasure, by code. A malformed id or number counts as not found. */
export const erasureTexts = {
  "errors.notFound": () => m["erasures.notFound"](),
  "errors.invalidInput": () => m["erasures.notFound"](),
  "errors.notAllowed": () => m["erasures.notAllowed"](),
  "errors.moreThanStudent": () => m["errors.moreThanStudent"](),
};

/** Refusals of looking for a receipt, by code. */
export const receiptTexts = {
  "errors.notFound": () => m["erasures.receiptNotFound"](),
  "errors.invalidInput": () => m["erasures.receiptNotFound"](),
};

export const askerTexts: Record<ErasureAsker, () => string> = {
  PARENT: () => m["erasures.byParent"](),
  STUDENT: () => m["erasures.byStudent"](),
  SCHOOL: () => m["erasures.bySchool"](),
};
