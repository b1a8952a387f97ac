import { m } from "@storyport/texts/messages";

/** Refusals of the calls about a list of students. */
export const importTexts = {
  "errors.notAllowed": () => m["playerGroups.notAllowed"](),
  "errors.organizationRequired": () => m["errors.organizationRequired"](),
  "errors.notFound": () => m["playerGroups.notFound"](),
  "errors.playerGroupFull": () => m["errors.playerGroupFull"](),
  "errors.importChanged": () => m["errors.importChanged"](),
  "errors.importUndone": () => m["errors.importUndone"](),
  "errors.importTooOld": () => m["errors.importTooOld"](),
  "errors.importStudentPresent": () => m["errors.importStudentPresent"](),
  "errors.importStudentChanged": () => m["errors.importStudentChanged"](),
  "errors.importBadgeChanged": () => m["errors.importBadgeChanged"](),
  "errors.importClassGrown": () => m["errors.importClassGrown"](),
};
