// Serves the game's three files and its settings. Any web server does; only game.js and login.js matter.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";

const { PORT = "3011", PORTAL_URL = "http://localhost:3000", CLIENT_ID = "" } = process.env;

const types = new Map([
  ["index.html", "text/html"],
  ["game.js", "text/javascript"],
  ["login.js", "text/javascript"],
]);

const server = createServer((request, response) => {
  const [address = "/"] = (request.url ?? "/").split("?");
  if (address === "/settings.json") {
    response.setHeader("content-type", "application/json").end(JSON.stringify({ portalUrl: PORTAL_URL, clientId: CLIENT_ID }));
    return;
  }
  // The callback shows the same page; its script reads the code.
  const name = address === "/" || address === "/callback" ? "index.html" : address.slice(1);
  const type = types.get(name);
  if (type === undefined) return void response.writeHead(404).end();
  void readFile(path.join(import.meta.dirname, name), "utf8").then((text) => {
    response.setHeader("content-type", `${type}; charset=utf-8`).end(text);
  });
});
server.listen(Number(PORT), "127.0.0.1", () => console.log(`The browser game is at http://127.0.0.1:${PORT}/`));
