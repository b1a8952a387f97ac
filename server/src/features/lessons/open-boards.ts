/** The boards that are open in this process. They keep connections and what each watcher saw last. Each event is read from the database. */
import type { AppContext } from "#/context.ts";
import { levelsOnGroups } from "#/features/player-groups/levels-on-groups.ts";
import { reaches } from "#/features/rights/levels.ts";
import { createSessionFinder } from "#/features/sessions/find-session.ts";
import type { FindSession } from "#/features/sessions/find-session.ts";
import type { EventStream } from "#/platform/http/event-stream.ts";
import { Refusal } from "#/platform/refusal.ts";
import { describeBoard } from "./describe-lesson.ts";
import { readBoardRow } from "./board-queries.ts";
import type { BoardRow } from "./board-queries.ts";

/** A watcher of a board: an open page of a session. A session may have several. */
export interface Watcher {
  lessonId: string;
  accountId: string;
  sessionSecret: string;
  stream: EventStream;
}

/** A teacher has a board on the phone, the laptop and the projector, and forgets a few. */
const mostOfAccount = 10;
/** Each board is an open connection. */
const mostOfProcess = 5000;

/** Thirty scans within a moment make one event. */
const collectMs = 150;
/** A beat shows proxies and this process that the connection is still in use. */
const beatMs = 20_000;
const retryMs = 1000;
/** Of the pool's connections, ten by default. After a lost connection every board is read again, and requests must not wait for that. */
const mostReads = 3;
/** Node's longest timer, in milliseconds. */
const longestTimer = 2_147_483_647;

interface Board {
  /** What each watcher saw last. */
  watchers: Map<Watcher, string | undefined>;
  /** The next read. */
  timer: NodeJS.Timeout | undefined;
  readsAt: number;
  isReading: boolean;
  /** A change came during the read, and may be missing in it. */
  isDue: boolean;
}

export class OpenBoards {
  readonly #context: AppContext;
  readonly #findSession: FindSession;
  readonly #boards = new Map<string, Board>();
  #listening: Promise<() => Promise<void>> | undefined;
  #beat: NodeJS.Timeout | undefined;
  #reads = 0;
  readonly #waitingReads: (() => void)[] = [];
  #isClosed = false;

  constructor(context: AppContext) {
    this.#context = context;
    // Watching is no use of the session, so an open board does not keep its teacher logged in.
    this.#findSession = createSessionFinder(context, { isUse: false });
  }

  /** How many browsers watch a board in this process. */
  get count(): number {
    return [...this.#boards.values()].reduce((sum, { watchers }) => sum + watchers.size, 0);
  }

  /** Refuses more boards in this process than an account needs (errors.tooManyBoards), or than the process carries (errors.unavailable). */
  requireRoom(accountId: string): void {
    const watchers = [...this.#boards.values()].flatMap((board) => [...board.watchers.keys()]);
    if (watchers.filter((watcher) => watcher.accountId === accountId).length >= mostOfAccount) throw new Refusal("errors.tooManyBoards");
    if (this.#isClosed || watchers.length >= mostOfProcess) throw new Refusal("errors.unavailable");
  }

  /** Sends the board now, and again after each change, until the lesson or the watcher's right ends. */
  async open(watcher: Watcher): Promise<void> {
    const { lessonId, stream } = watcher;
    const board = this.#boards.get(lessonId) ?? newBoard();
    this.#boards.set(lessonId, board);
    board.watchers.set(watcher, undefined);
    stream.onClose(() => this.#leave(watcher));
    this.#beat ??= setInterval(() => void this.#beatAll(), beatMs).unref();
    // Listen before reading, so that no change falls between the two.
    this.#listening ??= this.#context.listen("lesson", {
      onMessage: (id) => this.#readIn(id, collectMs),
      onGap: () => this.#boards.forEach((_, id) => this.#readIn(id, 0)),
    });
    await this.#listening;
    this.#readIn(lessonId, 0);
  }

  /** Ends all streams. The browsers reconnect, to another process. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#beat);
    for (const board of this.#boards.values()) {
      clearTimeout(board.timer);
      for (const { stream } of board.watchers.keys()) stream.end({ isFinal: false });
    }
    this.#boards.clear();
    const stopListening = await this.#listening;
    await stopListening?.();
  }

  #leave(watcher: Watcher): void {
    const board = this.#boards.get(watcher.lessonId);
    board?.watchers.delete(watcher);
    if (board === undefined || board.watchers.size > 0) return;
    clearTimeout(board.timer);
    this.#boards.delete(watcher.lessonId);
  }

  #readIn(lessonId: string, delay: number): void {
    const board = this.#boards.get(lessonId);
    if (board === undefined) return;
    if (board.isReading) board.isDue = true;
    const readsAt = Date.now() + delay;
    if (board.isReading || board.readsAt <= readsAt) return;
    clearTimeout(board.timer);
    board.readsAt = readsAt;
    board.timer = setTimeout(() => void this.#read(lessonId, board), Math.min(delay, longestTimer)).unref();
  }

  async #read(lessonId: string, board: Board): Promise<void> {
    Object.assign(board, { readsAt: Infinity, isReading: true, isDue: false });
    const nextIn = await this.#showAll(lessonId, board);
    board.isReading = false;
    this.#readIn(lessonId, board.isDue ? collectMs : nextIn);
  }

  /** Returns the time until the board changes by itself, in milliseconds. */
  async #showAll(lessonId: string, board: Board): Promise<number> {
    if (this.#reads === mostReads) await new Promise<void>((resolve) => void this.#waitingReads.push(resolve));
    else this.#reads += 1;
    // Everything until now is in this read.
    board.isDue = false;
    try {
      const row = await readBoardRow(this.#context.database, lessonId);
      for (const watcher of board.watchers.keys()) await this.#show(watcher, { board, row });
      // A moment later, so that what expires has expired.
      return row?.changes_at ? Math.max(0, row.changes_at.getTime() - row.at.getTime()) + collectMs : longestTimer;
    } catch (error) {
      this.#context.log.warn({ err: error, lessonId }, "a board could not be read");
      return retryMs;
    } finally {
      // The place goes to the next board that waits, or becomes free.
      const next = this.#waitingReads.shift();
      if (next === undefined) this.#reads -= 1;
      else next();
    }
  }

  async #show(watcher: Watcher, { board, row }: { board: Board; row: BoardRow | undefined }): Promise<void> {
    const mayLead = row === undefined ? undefined : await this.#mayLead(watcher, row.player_group_id);
    if (row === undefined || mayLead === undefined) return watcher.stream.end({ isFinal: true });
    const shown = describeBoard(row, mayLead);
    // The time of the reading differs each time, and is no change of the board.
    const content = JSON.stringify({ ...shown, at: undefined });
    if (board.watchers.get(watcher) !== content) watcher.stream.send(JSON.stringify(shown));
    if (board.watchers.has(watcher)) board.watchers.set(watcher, content);
    if (row.ended_at !== null) watcher.stream.end({ isFinal: true });
  }

  /** Whether the watcher may ring the bell; undefined if the session or the right to watch has ended. */
  async #mayLead(watcher: Watcher, groupId: string): Promise<boolean | undefined> {
    const session = await this.#findSession(watcher.sessionSecret);
    // As the contract demands of `watchLessonBoard`. A board that an administrator opened before a view must not go on for the viewed person.
    if (session?.stage !== "FULL" || session.supportView !== undefined || !session.permissions.includes("manage_players")) return undefined;
    const level = (await levelsOnGroups(this.#context.database, session, [groupId])).get(groupId);
    return reaches(level, "READ") ? reaches(level, "PLAY") : undefined;
  }

  async #beatAll(): Promise<void> {
    const watchers = [...this.#boards.values()].flatMap((board) => [...board.watchers.keys()]);
    await Promise.all(
      watchers.map(async ({ sessionSecret, stream }) => {
        // While the database is away the board stays open, because the teacher's right has not ended.
        const isLoggedIn = await this.#findSession(sessionSecret).catch(() => true);
        if (isLoggedIn === undefined) stream.end({ isFinal: true });
        else stream.beat();
      }),
    );
  }
}

function newBoard(): Board {
  return { watchers: new Map(), timer: undefined, readsAt: Infinity, isReading: false, isDue: false };
}
