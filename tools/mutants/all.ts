import { callMutants } from "./calls.ts";
import { eventMutants } from "./events.ts";
import { gameMutants } from "./games.ts";
import { historyMutants } from "./history.ts";
import { lessonMutants } from "./lessons.ts";
import type { Mutant } from "./mutant.ts";
import { openidPromptMutants } from "./openid-prompt.ts";
import { passkeyMutants } from "./passkeys.ts";
import { requiredPasskeyMutants } from "./required-passkeys.ts";
import { rosterApplicationMutants } from "./roster-applications.ts";
import { rosterMutants } from "./rosters.ts";
import { ruleMutants } from "./rules.ts";
import { screenMutants } from "./screens.ts";
import { seatMutants } from "./seats.ts";
import { supportViewMutants } from "./support-views.ts";
import { transferMutants } from "./transfers.ts";

export const mutants: readonly Mutant[] = [
  ...ruleMutants,
  ...lessonMutants,
  ...seatMutants,
  ...passkeyMutants,
  ...requiredPasskeyMutants,
  ...rosterApplicationMutants,
  ...rosterMutants,
  ...gameMutants,
  ...openidPromptMutants,
  ...supportViewMutants,
  ...screenMutants,
  ...transferMutants,
  ...historyMutants,
  ...eventMutants,
  ...callMutants,
];
