export interface Edition {
  gameId: number;
  gameKey: string;
  name: string;
}

/** The five editions that this program plays. Ids and keys are those of the demo's games. */
export const editions: readonly Edition[] = [
  { gameId: 1, gameKey: "storyport-no", name: "Norwegian" },
  { gameId: 2, gameKey: "storyport-fr-premium", name: "French (premium)" },
  { gameId: 3, gameKey: "storyport-nl", name: "Dutch" },
  { gameId: 4, gameKey: "storyport-en", name: "English" },
  { gameId: 5, gameKey: "storyport-br-classroom", name: "Brazil classroom" },
];

export function findEdition(gameId: string | number | null): Edition | undefined {
  return editions.find((edition) => String(edition.gameId) === String(gameId));
}
