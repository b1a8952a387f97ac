/** The live board of a lesson: server-sent events that outlive lost connections and sleeping phones. */
import { endpointUrl } from "@storyport/contract/endpoint";
import { getLessonBoard, watchLessonBoard } from "@storyport/contract/lessons";
import type { LessonBoard } from "@storyport/contract/lessons";
import { ApiError, readFailure } from "#/api/api-error.ts";
import type { Failure } from "#/api/api-error.ts";
import type { Call } from "#/api/call.ts";

export interface BoardListener {
  onBoard: (board: LessonBoard) => void;
  /** Whether the connection is there. While it is not, the last board stays. */
  onConnection: (isLive: boolean) => void;
  /** The user has too many boards open, so this board is not live; undefined if another reason keeps it away. It is tried again. */
  onCrowded: (failure: Failure | undefined) => void;
  /** There will be no more boards: the session or the right has ended. */
  onRefused: (failure: Failure) => void;
}

/**
 * In milliseconds, after a refusal that may pass, and while there is no network. After a lost connection the browser tries again by itself,
 * as often as the server says (event-stream.ts).
 */
const retryMs = 4000;

/** In milliseconds, while the user has too many boards open. Closing another board takes the user a moment. */
const crowdedMs = 30_000;

/** Returns a function that closes the board. */
export function openLiveBoard(call: Call, lessonId: string, listener: BoardListener): () => void {
  const board = new LiveBoardStream(call, lessonId, listener);
  board.connect();
  // A phone that slept may hold a connection that is dead without knowing it.
  const wake = (): void => {
    if (document.visibilityState === "visible") board.connect();
  };
  const lose = (): void => board.disconnect();
  document.addEventListener("visibilitychange", wake);
  addEventListener("online", wake);
  addEventListener("offline", lose);
  return () => {
    board.finish();
    document.removeEventListener("visibilitychange", wake);
    removeEventListener("online", wake);
    removeEventListener("offline", lose);
  };
}

/** Each event is a whole board, so a new connection needs nothing from the one before. */
class LiveBoardStream {
  readonly #call: Call;
  readonly #input: { params: { lessonId: string } };
  readonly #listener: BoardListener;
  #source: EventSource | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;

  constructor(call: Call, lessonId: string, listener: BoardListener) {
    this.#call = call;
    this.#input = { params: { lessonId } };
    this.#listener = listener;
  }

  connect(): void {
    if (this.#isOver) return;
    clearTimeout(this.#timer);
    this.#source?.close();
    const source = new EventSource(endpointUrl(watchLessonBoard, this.#input));
    this.#source = source;
    source.addEventListener("message", ({ data }: MessageEvent<string>) => {
      this.#listener.onConnection(true);
      // Our own server sends what the contract says.
      this.#show(JSON.parse(data) as LessonBoard);
    });
    // The server will send no more events. The question finds out why.
    source.addEventListener("end", () => {
      source.close();
      if (!this.#isOver) void this.#ask({ isRefused: false });
    });
    source.addEventListener("error", () => {
      if (this.#source !== source) return;
      if (!this.#isOver) this.#listener.onConnection(false);
      // The browser reconnects by itself, unless the server has refused.
      if (source.readyState === EventSource.CLOSED && !this.#isOver) void this.#ask({ isRefused: true });
    });
  }

  /** The network is gone. The browser may not notice for minutes that the stream is dead. */
  disconnect(): void {
    if (this.#isOver) return;
    this.#source?.close();
    this.#listener.onConnection(false);
    this.#retry(retryMs);
  }

  finish(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#source?.close();
  }

  #show(board: LessonBoard): void {
    this.#listener.onBoard(board);
    if (board.lesson.ended !== undefined) this.finish();
  }

  /**
   * Asks once for the board, and shows it. The end of the lesson, or a refusal, ends the board too. Otherwise the stream is tried again.
   * `isRefused`: the server has refused the stream. Only the stream refuses too many open boards (errors.tooManyBoards).
   */
  async #ask({ isRefused }: { isRefused: boolean }): Promise<void> {
    try {
      const board = await this.#call(getLessonBoard, this.#input);
      if (this.#hasMovedOn()) return;
      this.#show(board);
      const crowded = isRefused ? await this.#askIfCrowded() : undefined;
      if (this.#hasMovedOn()) return;
      this.#listener.onCrowded(crowded);
      this.#retry(crowded === undefined ? retryMs : crowdedMs);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (this.#hasMovedOn()) return;
      if (isPassing(error.failure)) return this.#retry(retryMs);
      this.finish();
      this.#listener.onRefused(error.failure);
    }
  }

  /** Whether an answer comes too late. The page may have connected again meanwhile, and the new stream brings its own board. */
  #hasMovedOn(): boolean {
    return this.#isOver || this.#source?.readyState !== EventSource.CLOSED;
  }

  /** Asks for the stream once more, because an EventSource does not tell why it is refused. */
  async #askIfCrowded(): Promise<Failure | undefined> {
    try {
      const answer = await fetch(endpointUrl(watchLessonBoard, this.#input));
      // A stream does not end by itself.
      if (answer.ok) {
        await answer.body?.cancel();
        return undefined;
      }
      const failure = readFailure(answer.status, answer.statusText, await answer.json());
      return failure.code === "errors.tooManyBoards" ? failure : undefined;
    } catch {
      // Without an answer of ours the reason stays unknown.
      return undefined;
    }
  }

  #retry(afterMs: number): void {
    clearTimeout(this.#timer);
    if (!this.#isOver) this.#timer = setTimeout(() => this.connect(), afterMs);
  }
}

/** No network, too many requests, or a fault of the server: each may pass. */
function isPassing({ status }: Failure): boolean {
  return status === 0 || status === 429 || status >= 500;
}
