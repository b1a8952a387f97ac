import type { FindingCode, PlatformHealth } from "@storyport/contract/health";
import type { KnownPortal } from "#/platform/jobs/heartbeat.ts";

type Parts = Omit<PlatformHealth, "findings">;
type Finding = PlatformHealth["findings"][number];

const minute = 60_000;
const hour = 60 * minute;
/** A portal sweeps every ten minutes, so many sweeps failed by then. */
export const sweepStallsAfterMinutes = 120;
/** A standby that is further behind lacks what users did last. */
const lagSeconds = 30;

/** Returns what is not well, by the limits of deploy/alerts.yaml where it has such an alert. The web has a sentence for each finding. */
export function findFaults(parts: Parts, known: readonly KnownPortal[]): Finding[] {
  return [
    ...faultsOfPortals(parts),
    ...faultsOfMail(parts),
    ...faultsOfSweep(parts),
    ...faultsOfKeys(parts, known),
    ...faultsOfDatabase(parts),
  ];
}

function finding(code: FindingCode, isSo: boolean, about: string | null = null): Finding[] {
  return isSo ? [{ code, about }] : [];
}

function faultsOfPortals({ portals }: Parts): Finding[] {
  return [
    ...portals.flatMap(({ instance, isRunning }) => finding("PortalDown", !isRunning, instance)),
    ...portals.flatMap(({ instance, release }) => finding("SeveralVersions", release === "OLDER" || release === "OTHER_BUILD", instance)),
  ];
}

function faultsOfMail({ mail, checkedAt }: Parts): Finding[] {
  const waited = mail.oldestAt === null ? 0 : Date.parse(checkedAt) - Date.parse(mail.oldestAt);
  const [frequent] = mail.faults;
  return [...finding("LettersWait", waited > 15 * minute), ...finding("LettersFail", frequent !== undefined, frequent?.fault)];
}

/**
 * Counts from the table whose last good run is the oldest, and leaves out tables without a good run. If no run ended well, counts from the
 * first start of a portal.
 */
function faultsOfSweep({ sweep, portals, checkedAt }: Parts): Finding[] {
  const ends = sweep.flatMap(({ finishedAt }) => (finishedAt === null ? [] : [Date.parse(finishedAt)]));
  const last = ends.length > 0 ? Math.min(...ends) : Math.min(...portals.map(({ startedAt }) => Date.parse(startedAt)));
  return [
    ...finding("SweepStalls", Date.parse(checkedAt) - last > sweepStallsAfterMinutes * minute),
    ...sweep.flatMap(({ table, hasFailed }) => finding("SweepFails", hasFailed, table)),
  ];
}

function faultsOfKeys({ signingKeys, secretKey, checkedAt }: Parts, known: readonly KnownPortal[]): Finding[] {
  const { keyIds, canaryKeyId, sealed } = secretKey;
  // The first key seals. Further keys only open what former keys sealed.
  const [first = ""] = keyIds;
  const signsUntil = Math.max(0, ...signingKeys.map((key) => Date.parse(key.signsUntil)));
  const former = sealed.find(({ keyId }) => keyId !== null && keyId !== first);
  const isOld = former !== undefined || canaryKeyId !== first;
  const isMissing = sealed.some(({ keyId }) => keyId === null);
  const sealers = new Set(known.filter(({ is_running }) => is_running).map(({ secret_key_ids }) => secret_key_ids[0]));
  return [
    ...finding("SigningKeyEnds", signsUntil - Date.parse(checkedAt) < 24 * hour),
    ...finding("KeysDiffer", sealers.size > 1),
    ...finding("KeyMissing", isMissing),
    ...finding("PreviousKeySeals", isOld, former?.keyId ?? canaryKeyId),
    ...finding("PreviousKeyUnused", keyIds.length > 1 && !isOld && !isMissing),
  ];
}

function faultsOfDatabase({ database: { migrations, standbys } }: Parts): Finding[] {
  return [
    ...finding("MigrationsPending", migrations.pending.length > 0),
    // A standby that has caught up while nothing is written has no lag: null.
    ...(standbys ?? []).flatMap((standby) => finding("StandbyLags", (standby.lagSeconds ?? 0) > lagSeconds, standby.name)),
  ];
}
