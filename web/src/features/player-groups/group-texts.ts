import { m } from "@storyport/texts/messages";

/** The refusals that a group's calls may meet. */
export const groupTexts = {
  "errors.invalidInput": () => m["playerGroups.notFound"](),
  "errors.notAllowed": () => m["playerGroups.notAllowed"](),
  "errors.notFound": () => m["playerGroups.notFound"](),
  "errors.playerGroupFull": () => m["errors.playerGroupFull"](),
  "errors.studentNameInvalid": () => m["errors.studentNameInvalid"](),
};

/** Those of its forms, in which something was typed. */
export const groupFormTexts = {
  ...groupTexts,
  "errors.invalidInput": () => m["playerGroups.groupNameWrong"](),
  "errors.changedMeanwhile": () => m["errors.changedMeanwhile"](),
  "errors.memberUnknown": () => m["errors.memberUnknown"](),
};
