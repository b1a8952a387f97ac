import type { Check, ObservationKind, Scene, Verdict } from "@storyport/contract/conformance";
import { m } from "@storyport/texts/messages";

type Words<Name extends string> = Record<Name, () => string>;

export const sceneNames: Words<Scene> = {
  PLAIN: () => m["bench.scenePLAIN"](),
  WRONG_STATE: () => m["bench.sceneWRONG_STATE"](),
  OTHER_BROWSER: () => m["bench.sceneOTHER_BROWSER"](),
  WRONG_ISSUER: () => m["bench.sceneWRONG_ISSUER"](),
  REPLAYED: () => m["bench.sceneREPLAYED"](),
  DENIED: () => m["bench.sceneDENIED"](),
  FORGED: () => m["bench.sceneFORGED"](),
  EXPIRED: () => m["bench.sceneEXPIRED"](),
  SKEWED: () => m["bench.sceneSKEWED"](),
  ROTATED: () => m["bench.sceneROTATED"](),
  BELL: () => m["bench.sceneBELL"](),
  BUSY: () => m["bench.sceneBUSY"](),
  AWAY: () => m["bench.sceneAWAY"](),
  OVERSIZED: () => m["bench.sceneOVERSIZED"](),
  LOGOUT: () => m["bench.sceneLOGOUT"](),
};

export const verdictNames: Words<Verdict> = {
  PASSED: () => m["bench.verdictPASSED"](),
  FAILED: () => m["bench.verdictFAILED"](),
  NOT_CHECKED: () => m["bench.verdictNOT_CHECKED"](),
};

export const kindTexts: Words<ObservationKind> = {
  AUTHORIZE: () => m["bench.seenAUTHORIZE"](),
  CALLBACK: () => m["bench.seenCALLBACK"](),
  UNREACHABLE: () => m["bench.seenUNREACHABLE"](),
  TOKEN: () => m["bench.seenTOKEN"](),
  REFRESH: () => m["bench.seenREFRESH"](),
  KEYS: () => m["bench.seenKEYS"](),
  RIGHTS: () => m["bench.seenRIGHTS"](),
  NARROW: () => m["bench.seenNARROW"](),
  REVOKE: () => m["bench.seenREVOKE"](),
};

export const checkNames: Words<Check> = {
  pkce: () => m["bench.check_pkce"](),
  callback: () => m["bench.check_callback"](),
  state: () => m["bench.check_state"](),
  browser: () => m["bench.check_browser"](),
  issuer: () => m["bench.check_issuer"](),
  codeOnce: () => m["bench.check_codeOnce"](),
  denied: () => m["bench.check_denied"](),
  signature: () => m["bench.check_signature"](),
  expiry: () => m["bench.check_expiry"](),
  clockSkew: () => m["bench.check_clockSkew"](),
  keyRotation: () => m["bench.check_keyRotation"](),
  manyRights: () => m["bench.check_manyRights"](),
  oversized: () => m["bench.check_oversized"](),
  refresh: () => m["bench.check_refresh"](),
  bell: () => m["bench.check_bell"](),
  busy: () => m["bench.check_busy"](),
  away: () => m["bench.check_away"](),
  logout: () => m["bench.check_logout"](),
};

/** What to do about a check that failed, or to have it checked. */
export const checkAdvice: Words<Check> = {
  pkce: () => m["bench.advice_pkce"](),
  callback: () => m["bench.advice_callback"](),
  state: () => m["bench.advice_state"](),
  browser: () => m["bench.advice_browser"](),
  issuer: () => m["bench.advice_issuer"](),
  codeOnce: () => m["bench.advice_codeOnce"](),
  denied: () => m["bench.advice_denied"](),
  signature: () => m["bench.advice_signature"](),
  expiry: () => m["bench.advice_expiry"](),
  clockSkew: () => m["bench.advice_clockSkew"](),
  keyRotation: () => m["bench.advice_keyRotation"](),
  manyRights: () => m["bench.advice_manyRights"](),
  oversized: () => m["bench.advice_oversized"](),
  refresh: () => m["bench.advice_refresh"](),
  bell: () => m["bench.advice_bell"](),
  busy: () => m["bench.advice_busy"](),
  away: () => m["bench.advice_away"](),
  logout: () => m["bench.advice_logout"](),
};
