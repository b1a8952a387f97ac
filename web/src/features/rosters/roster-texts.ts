import type { RosterChangeKind, RosterMode, RosterRunStatus, RosterSource } from "@storyport/contract/rosters";
import { m } from "@storyport/texts/messages";

/** Refusals of the calls about a school's own lists. */
export const rosterRefusals = {
  // The only invalid input is a malformed id in the address.
  "errors.invalidInput": () => m["organizations.notFound"](),
  "errors.notAllowed": () => m["area.noAdminPermissions"](),
  "errors.notFound": () => m["organizations.notFound"](),
  "errors.playerGroupFull": () => m["errors.playerGroupFull"](),
  "errors.rosterNotConnected": () => m["errors.rosterNotConnected"](),
  "errors.rosterSchoolByAdministrator": () => m["errors.rosterSchoolByAdministrator"](),
  "errors.rosterSchoolTaken": () => m["errors.rosterSchoolTaken"](),
  "errors.rosterChanged": () => m["errors.rosterChanged"](),
  "errors.rosterDecided": () => m["errors.rosterDecided"](),
  "errors.rosterUnderWay": () => m["errors.rosterUnderWay"](),
  "errors.rosterStopped": () => m["errors.rosterStopped"](),
  "errors.rosterTouched": () => m["errors.rosterTouched"](),
};

export const sourceTexts: Record<RosterSource, { name: () => string; hint: () => string }> = {
  ONEROSTER: { name: () => m["rosters.sourceONEROSTER"](), hint: () => m["rosters.sourceHintONEROSTER"]() },
  FEIDE: { name: () => m["rosters.sourceFEIDE"](), hint: () => m["rosters.sourceHintFEIDE"]() },
};

export const modeTexts: Record<RosterMode, { name: () => string; hint: () => string }> = {
  APPROVAL: { name: () => m["rosters.modeAPPROVAL"](), hint: () => m["rosters.modeHintAPPROVAL"]() },
  NIGHTLY: { name: () => m["rosters.modeNIGHTLY"](), hint: () => m["rosters.modeHintNIGHTLY"]() },
};

export const statusTexts: Record<RosterRunStatus, () => string> = {
  CHECKED: () => m["rosters.statusCHECKED"](),
  STOPPED: () => m["rosters.statusSTOPPED"](),
  APPLIED: () => m["rosters.statusAPPLIED"](),
  UNDONE: () => m["rosters.statusUNDONE"](),
  DISCARDED: () => m["rosters.statusDISCARDED"](),
};

export const countTexts: Record<RosterChangeKind, (count: number) => string> = {
  NEW: (count) => m["rosters.countNEW"]({ count }),
  MOVED: (count) => m["rosters.countMOVED"]({ count }),
  LEFT: (count) => m["rosters.countLEFT"]({ count }),
  RENAMED: (count) => m["rosters.countRENAMED"]({ count }),
  CONFLICT: (count) => m["rosters.countCONFLICT"]({ count }),
};
