import type { RosterAnswer } from "@storyport/contract/rosters";
import type { Transaction } from "kysely";
import { recordEvents } from "#/features/audit/record-event.ts";
import { createListedGroup } from "#/features/player-groups/create-player-group.ts";
import { renameListedGroups } from "#/features/player-groups/rename-listed-groups.ts";
import { listedLevel, setListedRights } from "#/features/player-groups/set-listed-rights.ts";
import { identifyPlayers, placePlayers, renameListedPlayers } from "#/features/players/edit-listed-players.ts";
import { insertStudents } from "#/features/players/insert-students.ts";
import { endClassLogins } from "#/features/qr-login/end-class-logins.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import type { Computed } from "./compute-run.ts";
import type { Made, StoredChange } from "./listed-roster.ts";
import { rowsAtOnce } from "./queries.ts";
import type { RunRow } from "./queries.ts";
import { bindClasses, markMissing, noteListed, noteMade } from "./run-queries.ts";

interface Application {
  run: RunRow;
  computed: Computed;
  answers: ReadonlyMap<number, RosterAnswer>;
  /** Hears how many of all changes are done. */
  tell: (done: number, all: number) => void;
}

/** A change that is going to happen, with the answer of a person if it was a question. */
interface Wanted extends StoredChange {
  position: number;
  answer: RosterAnswer | undefined;
}

/** Does what a run changes. The caller of this function holds the organization and its classes. */
export async function applyChanges(transaction: Transaction<Tables>, caller: LoggedInCaller, parts: Application): Promise<void> {
  await new RosterApplication(transaction, caller, parts).apply();
}

class RosterApplication {
  readonly #transaction: Transaction<Tables>;
  readonly #caller: LoggedInCaller;
  readonly #run: RunRow;
  readonly #classes: Computed["classes"];
  readonly #roster: Computed["roster"];
  readonly #wanted: readonly Wanted[];
  /** Students of the list who may be a student of the portal. No person has said so. */
  readonly #unsure: ReadonlySet<string>;
  readonly #tell: Application["tell"];
  /** The class of each class position; a class that is skipped has none. */
  readonly #groupIds = new Map<number, string>();
  /** The classes that this run creates. */
  readonly #created = new Set<string>();
  /** What each change made, by its position. The undo reads it. */
  readonly #made = new Map<number, Made>();

  constructor(transaction: Transaction<Tables>, caller: LoggedInCaller, { run, computed, answers, tell }: Application) {
    this.#transaction = transaction;
    this.#caller = caller;
    this.#run = run;
    this.#classes = computed.classes;
    this.#roster = computed.roster;
    this.#tell = tell;
    // A question without an answer, or with the answer "skip", changes nothing.
    this.#wanted = computed.changes
      .map((change, position) => ({ ...change, position, answer: answerTo(change, answers.get(position)) }))
      .filter(({ kind, answer }) => kind !== "CONFLICT" || answer === "same" || answer === "other");
    const recognized = new Set(this.#wanted.flatMap(({ reason, externalId }) => (reason === "looksAlike" ? externalId : [])));
    const alike = computed.changes.flatMap(({ reason, externalId }) => (reason === "looksAlike" ? (externalId ?? []) : []));
    this.#unsure = new Set(alike.filter((externalId) => !recognized.has(externalId)));
  }

  async apply(): Promise<void> {
    this.#report();
    await this.#nameClasses();
    this.#report();
    const students = this.#wanted.filter(({ thing }) => thing === "STUDENT");
    // A student of a class that is skipped waits for the next list. A new name needs no class.
    const placed = students.filter(({ kind, classPosition }) => kind === "RENAMED" || this.#groupIds.has(classPosition));
    const isNew = ({ kind, reason, answer }: Wanted) => kind === "NEW" || (reason === "looksAlike" && answer === "other");
    const joining = placed.filter(({ reason }) => reason === "twoClasses");
    // A recognized student may enter the second class alone.
    const joiningIds = new Set(joining.map(({ externalId }) => externalId));
    const enters = ({ classPosition, externalId }: Wanted) => this.#groupIds.has(classPosition) || joiningIds.has(externalId);
    // Before `#join`, which also puts new students and recognized students into a second class.
    await this.#insert(placed.filter(isNew));
    await this.#identify(students.filter((change) => change.reason === "looksAlike" && change.answer === "same" && enters(change)));
    await this.#insert(this.#joiningAlone(joining));
    await this.#move(placed.filter(({ kind }) => kind === "MOVED"));
    await this.#join(joining);
    await this.#rename(placed.filter(({ kind }) => kind === "RENAMED"));
    await this.#mark(placed.filter(({ kind }) => kind === "LEFT"));
    await this.#giveRights(this.#wanted.filter(({ thing }) => thing === "TEACHER"));
    this.#report();
    await this.#note();
  }

  #report(): void {
    this.#tell(this.#made.size, this.#wanted.length);
  }

  get #organizationId(): string {
    return this.#run.organization_id;
  }

  /** Finds the class of each position: a known class, a class that a person recognized, or a new class. */
  async #nameClasses(): Promise<void> {
    const decided = new Map(this.#wanted.flatMap((change) => (change.thing === "CLASS" ? [[change.classPosition, change]] : [])));
    for (const { position, groupId, isKnown } of this.#classes) {
      const change = decided.get(position);
      if (groupId !== undefined && (isKnown || change?.answer === "same")) this.#groupIds.set(position, groupId);
      else if (change !== undefined) this.#groupIds.set(position, await this.#create(change));
    }
    const renamed = [...decided.values()].flatMap(({ formerName, groupId: id, name }) =>
      formerName === undefined || id === undefined ? [] : [{ id, name }],
    );
    await renameListedGroups(this.#transaction, this.#caller, { organizationId: this.#organizationId, groups: renamed });
    const bound = [...decided].flatMap(([position, { externalId = "", name }]) => {
      const groupId = this.#groupIds.get(position);
      return groupId === undefined ? [] : [{ groupId, externalId, name }];
    });
    const former = await bindClasses(this.#transaction, this.#organizationId, bound);
    const formerOf = new Map(former.map(({ groupId, externalId, name }) => [groupId, { externalId, name }]));
    const boundIds = new Set(bound.map(({ groupId }) => groupId));
    const formerHolders = new Map(former.flatMap((each) => (boundIds.has(each.groupId) ? [] : [[each.externalId, each]])));
    for (const [classPosition, { position, externalId = "" }] of decided) {
      const groupId = this.#groupIds.get(classPosition);
      if (groupId === undefined) continue;
      const formerlyListed = formerOf.get(groupId);
      const formerHolder = formerHolders.get(externalId);
      this.#made.set(position, {
        groupId,
        isNew: this.#created.has(groupId),
        ...(formerlyListed !== undefined && { formerlyListed }),
        ...(formerHolder !== undefined && { formerHolder }),
      });
    }
  }

  async #create({ name }: Wanted): Promise<string> {
    const { id } = await createListedGroup(this.#transaction, this.#caller, { name, organizationId: this.#organizationId });
    this.#created.add(id);
    return id;
  }

  async #insert(changes: readonly Wanted[]): Promise<void> {
    for (const part of inParts(changes)) {
      const students = part.map(({ name, externalId, classPosition }) => ({
        name,
        externalId,
        playerGroupId: this.#groupIds.get(classPosition) ?? "",
      }));
      const place = { organizationId: this.#organizationId, locale: this.#caller.session.locale, students };
      const inserted = await insertStudents(this.#transaction, this.#caller, place);
      inserted.forEach(({ accountId, playerId, playerGroupId }, index) => {
        this.#made.set(part[index]?.position ?? -1, { accountId, playerId, groupId: playerGroupId });
      });
      this.#report();
    }
  }

  /** A person recognized these players. They get the external ids of the list. */
  async #identify(changes: readonly Wanted[]): Promise<void> {
    const players = changes.flatMap(({ playerId, externalId }) =>
      playerId === undefined || externalId === undefined ? [] : [{ playerId, externalId }],
    );
    await identifyPlayers(this.#transaction, players);
    for (const { position, playerId } of changes) if (playerId !== undefined) this.#made.set(position, { playerId });
  }

  /** The students of the list that the portal knows already, or made in this run. */
  #madePlayers(): Map<string | undefined, string> {
    return new Map(
      this.#wanted.flatMap(({ externalId, position }) => {
        const playerId = this.#made.get(position)?.playerId;
        return playerId === undefined ? [] : [[externalId, playerId]];
      }),
    );
  }

  /** The class that names these new students first is skipped, or took no more. So they enter the second class alone. */
  #joiningAlone(changes: readonly Wanted[]): Wanted[] {
    const made = this.#madePlayers();
    const alone = changes.filter(
      ({ playerId, externalId = "" }) => playerId === undefined && !made.has(externalId) && !this.#unsure.has(externalId),
    );
    return [...Map.groupBy(alone, ({ externalId }) => externalId).values()].flatMap(([first]) => first ?? []);
  }

  /** Badges and codes of the class that a student leaves end, as in every move. */
  async #move(changes: readonly Wanted[]): Promise<void> {
    const paths = Map.groupBy(changes, ({ classPosition, fromGroupId = "" }) => `${classPosition} ${fromGroupId}`);
    for (const movers of paths.values()) {
      const { classPosition = -1, fromGroupId, fromClass = "" } = movers[0] ?? {};
      const toGroupId = this.#groupIds.get(classPosition);
      const playerIds = movers.flatMap(({ playerId }) => playerId ?? []);
      await placePlayers(
        this.#transaction,
        playerIds.map((playerId) => ({ playerId, toGroupId, fromGroupId })),
      );
      const accountIds = movers.flatMap(({ accountId }) => accountId ?? []);
      if (fromGroupId !== undefined && accountIds.length > 0) {
        const group = { id: fromGroupId, name: fromClass, organizationId: this.#organizationId };
        await endClassLogins(this.#transaction, this.#caller, { group, chosen: accountIds });
      }
      const about = { event: "student_moved", actorId: this.#caller.session.accountId, organizationId: this.#organizationId } as const;
      const details = { playerGroupId: toGroupId, ...(fromGroupId !== undefined && { fromGroupId }) };
      // A student without an account is named by the player.
      const targetIds = movers.flatMap(({ accountId, playerId }) => accountId ?? playerId ?? []);
      await recordEvents(
        this.#transaction,
        this.#caller,
        targetIds.map((targetId) => ({ ...about, targetId, details })),
      );
      for (const { position, playerId, groupId } of movers) {
        // A missing student who is listed again never left the class. The undo must leave this student there.
        const wasThere = groupId === toGroupId && fromGroupId === undefined;
        if (playerId !== undefined && toGroupId !== undefined && !wasThere) this.#made.set(position, { playerId, groupId: toGroupId });
      }
      this.#report();
    }
  }

  /** Puts a student of two listed classes into the second class too. */
  async #join(changes: readonly Wanted[]): Promise<void> {
    // A student of the same list may be new, or recognized. Then the comparison knew no player by this external id.
    const made = this.#madePlayers();
    const joining = changes.flatMap(({ position, externalId, playerId = made.get(externalId), classPosition }) => {
      const toGroupId = this.#groupIds.get(classPosition);
      const isToDo = playerId !== undefined && toGroupId !== undefined && !this.#made.has(position);
      return isToDo ? [{ position, playerId, toGroupId, fromGroupId: undefined }] : [];
    });
    for (const part of inParts(joining)) {
      const entered = new Set((await placePlayers(this.#transaction, part)).map(({ playerId, groupId }) => `${playerId} ${groupId}`));
      // A recognized student may have been there already. The undo must leave this student there.
      for (const { position, playerId, toGroupId: groupId } of part)
        if (entered.has(`${playerId} ${groupId}`)) this.#made.set(position, { playerId, groupId });
    }
  }

  async #rename(changes: readonly Wanted[]): Promise<void> {
    const players = changes.flatMap(({ playerId, name }) => (playerId === undefined ? [] : [{ playerId, name }]));
    await renameListedPlayers(this.#transaction, this.#caller, { organizationId: this.#organizationId, players });
    for (const { position, playerId } of changes) if (playerId !== undefined) this.#made.set(position, { playerId });
  }

  async #mark(changes: readonly Wanted[]): Promise<void> {
    const students = changes.flatMap(({ playerId, name }) => (playerId === undefined ? [] : [{ playerId, name }]));
    await markMissing(this.#transaction, { organizationId: this.#organizationId, runId: this.#run.id }, students);
    for (const { position, playerId } of changes) if (playerId !== undefined) this.#made.set(position, { playerId });
  }

  async #giveRights(changes: readonly Wanted[]): Promise<void> {
    const given = changes.flatMap(({ position, accountId, classPosition }) => {
      const groupId = this.#groupIds.get(classPosition);
      if (accountId === undefined || groupId === undefined) return [];
      // The teacher whose login made the class owns it already.
      const isOwner = accountId === this.#caller.session.accountId && this.#created.has(groupId);
      return isOwner ? [] : [{ position, groupId, accountId, level: listedLevel }];
    });
    for (const rights of inParts(given)) {
      const levels = await setListedRights(this.#transaction, this.#caller, { organizationId: this.#organizationId, rights });
      rights.forEach(({ position, accountId, groupId }, index) => {
        const before = levels[index];
        // A teacher who left meanwhile got nothing.
        if (before !== undefined) this.#made.set(position, { accountId, groupId, before });
      });
      this.#report();
    }
  }

  /** Keeps the names of the list for the next comparison, and what the run made for an undo. */
  async #note(): Promise<void> {
    // A student of two classes has the name of the first, as in the comparison. Of equal keys a map keeps the last.
    const named = this.#roster.flatMap(({ students }) => students).toReversed();
    const listed = [...new Map(named.map((student) => [student.externalId, student])).values()];
    const newPlayerIds = [...this.#made.values()].flatMap(({ accountId, playerId }) => (accountId === undefined ? [] : (playerId ?? [])));
    const of = { organizationId: this.#organizationId, runId: this.#run.id, newPlayerIds };
    for (const part of inParts(listed)) await noteListed(this.#transaction, of, part);
    const made = [...this.#made].map(([position, what]) => ({ position, made: what }));
    for (const part of inParts(made)) await noteMade(this.#transaction, this.#run.id, part);
  }
}

/** An answer that the question does not offer counts as none. */
function answerTo({ answers }: StoredChange, given: RosterAnswer | undefined): RosterAnswer | undefined {
  return given !== undefined && answers.includes(given) ? given : undefined;
}

function inParts<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / rowsAtOnce) }, (_, index) =>
    rows.slice(index * rowsAtOnce, (index + 1) * rowsAtOnce),
  );
}
