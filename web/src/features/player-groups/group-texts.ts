import { m } from "@storyport/texts/messages";

/** Refusals of a group's calls. The only invalid input is a malformed id in the address. */
export const groupTexts = {
  "errors.invalidInput": () => m["playerGroups.notFound"](),
  "errors.loginTypeNotAllowed": () => m["errors.loginTypeNotAllowed"](),
  "errors.notAllowed": () => m["playerGroups.notAllowed"](),
  "errors.notFound": () => m["playerGroups.notFound"](),
  "errors.playerGroupFull": () => m["errors.playerGroupFull"](),
  "errors.studentNameInvalid": () => m["errors.studentNameInvalid"](),
};

/** Refusals of a group's forms. */
export const groupFormTexts = {
  ...groupTexts,
  "errors.invalidInput": () => m["playerGroups.groupNameWrong"](),
  "errors.changedMeanwhile": () => m["errors.changedMeanwhile"](),
  "errors.memberUnknown": () => m["errors.memberUnknown"](),
};
