import { findFreePorts } from "@storyport/tools/ports";

export const workers = 2;
/** The portal's port, followed by those of the stand-ins. */
const portsOfOne = 6;

// The process that starts the workers chooses it. The workers read it from their environment.
process.env.JOURNEYS_PORT ??= String(await findFreePorts(workers * portsOfOne));

/** Where a worker's portal listens. */
export const portOf = (worker: number): number => Number(process.env.JOURNEYS_PORT) + portsOfOne * worker;

const worker = Number(process.env.TEST_PARALLEL_INDEX ?? 0);

export const port = portOf(worker);

/** The demo world with the addresses of a worker's ports, to be copied (support/prepare.ts). */
export const storeTemplateOf = (worker: number): string => `${process.env.JOURNEYS_STORES}/${worker}`;

export const storeTemplate = storeTemplateOf(worker);
