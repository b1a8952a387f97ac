/** Reads the events of an open board over a real connection. */
import { get } from "node:http";
import type { IncomingMessage } from "node:http";
import { onTestFinished } from "vitest";
import { endpointUrl } from "@storyport/contract/endpoint";
import { lessonBoard, watchLessonBoard } from "@storyport/contract/lessons";
import type { Lesson, LessonBoard } from "@storyport/contract/lessons";
import type { Browser } from "./browser.ts";

interface Event {
  id: number | undefined;
  name: string;
  data: string;
}

export interface Stream {
  response: IncomingMessage;
  /** Waits for the next event. */
  next(): Promise<Event>;
  /** Waits for a board on which `fits` is true. */
  boardWith(fits: (board: LessonBoard) => boolean): Promise<LessonBoard>;
  closed: Promise<void>;
  leave(): void;
}

export async function openBoard(
  browser: Browser,
  { id }: Pick<Lesson, "id">,
  options: { port: number; lastEventId?: string },
): Promise<Stream> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = { cookie, ...(options.lastEventId !== undefined && { "last-event-id": options.lastEventId }) };
  const path = endpointUrl(watchLessonBoard, { params: { lessonId: id } });
  const request = get({ host: "127.0.0.1", port: options.port, path, headers, agent: false }, resolve).on("error", reject);
  const response = await promise;
  onTestFinished(() => void request.destroy());
  return { response, ...readEvents(response), leave: () => void request.destroy() };
}

function readEvents(response: IncomingMessage) {
  const events: Event[] = [];
  const waiting: ((event: Event) => void)[] = [];
  let text = "";
  response.setEncoding("utf8").on("data", (part: string) => {
    const blocks = (text + part).split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks.filter((one) => one.includes("data:"))) {
      const fields = new Map(block.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]));
      const id = fields.get("id");
      const event = {
        id: id === undefined ? undefined : Number(id),
        name: fields.get("event") ?? "message",
        data: fields.get("data") ?? "",
      };
      const taker = waiting.shift();
      if (taker === undefined) events.push(event);
      else taker(event);
    }
  });
  const closed = new Promise<void>((resolve) => void response.once("close", resolve));
  const next = () => {
    const event = events.shift();
    return event === undefined ? new Promise<Event>((resolve) => void waiting.push(resolve)) : Promise.resolve(event);
  };
  const boardWith = async (fits: (board: LessonBoard) => boolean): Promise<LessonBoard> => {
    for (;;) {
      const { name, data } = await next();
      if (name === "end") throw new Error("The stream ended before such a board came.");
      const board = lessonBoard.parse(JSON.parse(data));
      if (fits(board)) return board;
    }
  };
  return { next, boardWith, closed };
}
