import type { OpenidWord } from "@storyport/contract/games";
import { m } from "@storyport/texts/messages";

/** What an OpenID client may read of staff. */
export const nameWords: Readonly<Record<OpenidWord, () => string>> = {
  profile: () => m["nameSharing.profile"](),
  email: () => m["nameSharing.email"](),
};

/** Refusals of the calls about organizations. */
export const organizationTexts: Readonly<Record<string, () => string>> = {
  "errors.changedMeanwhile": () => m["errors.changedMeanwhile"](),
  "errors.gameUnknown": () => m["errors.gameUnknown"](),
  "errors.invalidInput": () => m["errors.invalidInput"](),
  "errors.notAllowed": () => m["errors.notAllowed"](),
  "errors.notFound": () => m["organizations.notFound"](),
  "errors.notYourself": () => m["errors.notYourself"](),
  "errors.organizationDescriptionInvalid": () => m["errors.organizationDescriptionInvalid"](),
  "errors.organizationKeyInvalid": () => m["errors.organizationKeyInvalid"](),
  "errors.organizationKeyTaken": () => m["errors.organizationKeyTaken"](),
};
