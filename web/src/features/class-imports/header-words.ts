/** The words of a heading row, in the six languages and in OneRoster, without accents, spaces and case. */

export type ColumnKind = "name" | "first" | "last" | "externalId" | "className";

const words: Record<ColumnKind, string> = {
  name: "name fullname displayname student studentname pupil navn fulltnavn elev elevnavn namn fulltnamn elevnamn nom nomcomplet nomprenom eleve naam volledigenaam leerling nome nomecompleto aluno aluna estudante",
  first: "firstname givenname forename fornavn fornamn førenamn prenom voornaam roepnaam primeironome prenome nomeproprio",
  last: "lastname familyname surname etternavn etternamn nomdefamille achternaam sobrenome apelido ultimonome",
  externalId:
    "id externalid studentid sourcedid identifier number studentnumber elevid elevnummer nummer ident numero numeroeleve identifiant ine leerlingnummer stamnummer matricula codigo ra numerodoaluno",
  className:
    "class classname classtitle group homeroom form klasse klassenavn klassenamn gruppe basisgruppe classe nomdeclasse groupe division klas klasnaam groep stamklas turma grupo sala",
};

const kinds = new Map<string, ColumnKind>(
  (Object.keys(words) as ColumnKind[]).flatMap((kind) => words[kind].split(" ").map((word) => [word, kind] as const)),
);

/** Returns the kind of each column; undefined if the row is no heading. */
export function readHeading(cells: readonly string[]): (ColumnKind | undefined)[] | undefined {
  const columns = cells.map((cell) => kinds.get(plain(cell)));
  const has = (kind: ColumnKind) => columns.includes(kind);
  if (!has("name") && !has("first") && !has("last")) return undefined;
  // "Nom, Prénom", "Nome, Sobrenome": beside one half of a name, "name" is the other half.
  const half = has("first") && !has("last") ? "last" : has("last") && !has("first") ? "first" : "name";
  return columns.map((kind) => (kind === "name" ? half : kind));
}

function plain(cell: string): string {
  return cell
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}
