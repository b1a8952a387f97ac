import type { Plugin } from "vite";

/**
 * Escapes the characters of the server's half that are not in ASCII. A single one doubles the file in memory, because Node then
 * reads it into two bytes per character. No template may be raw, because there an escape would be another text.
 */
export function serverAscii(): Plugin {
  return {
    name: "storyport:server-ascii",
    apply: (_, { isSsrBuild }) => isSsrBuild === true,
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === "chunk") file.code = file.code.replace(/[^\0-\u007f]/g, escaped);
        }
      },
    },
  };
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
