import { eventMutants } from "./events.ts";
import { historyMutants } from "./history.ts";
import type { Mutant } from "./mutant.ts";
import { ruleMutants } from "./rules.ts";
import { seatMutants } from "./seats.ts";

export const mutants: readonly Mutant[] = [...ruleMutants, ...seatMutants, ...historyMutants, ...eventMutants];
