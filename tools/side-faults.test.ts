import { expect, test } from "vitest";

import { sideFaults, sidesWithReason } from "./side-faults.ts";

test.each([
  "left: 0;",
  "inset: 0; right: 1rem;",
  "margin-left: auto;",
  "scroll-padding-right: 1rem;",
  "border-left: 1px solid;",
  "border-right-color: red;",
  "border-top-left-radius: 4px;",
  "text-align: left;",
  "float:right;",
  "transform: translateX(-50%);",
  "translate: -4px 0;",
  "transform: scaleX(-1);",
  "background: linear-gradient(90deg, red, blue);",
  "background: linear-gradient(to right, red, blue);",
  "background: url(boat.svg) left / 2rem no-repeat;",
])("the style %j is refused, because it names a side", (style) => {
  expect(sideFaults("web/src/ui/planted.module.css", `.planted { ${style} }`)).toHaveLength(1);
});

test.each([
  "inset-inline-start: 0;",
  "margin-inline: auto;",
  "border-inline-end: 1px solid;",
  "border-start-start-radius: 4px;",
  "text-align: start;",
  "translate: 0 3px;",
  "translate: none;",
  "transform: rotate(180deg);",
  "background: linear-gradient(red, blue);",
  "/* At the left: nothing. */",
])("the style %j is let pass", (style) => {
  expect(sideFaults("web/src/ui/planted.module.css", `.left { ${style} }\n.right .copyright:hover { color: red }`)).toEqual([]);
});

test.each(['<ol style="margin:0;padding-left:24px">', "style={{ marginRight: 4 }}", 'style={{ textAlign: "left" }}'])(
  "a style in a script, such as %s, is refused too",
  (code) => {
    expect(sideFaults("web/src/ui/planted.tsx", code)).toHaveLength(1);
  },
);

test("a script may have names such as left", () => {
  expect(sideFaults("web/src/ui/planted.tsx", "const { left, right } = box; const words = { left: 1 };")).toEqual([]);
});

test.each(Object.entries(sidesWithReason))("%s has as many exceptions as it needs, and no more", (file, { count }) => {
  const planted = Array.from({ length: count }, () => ".planted { transform: translateX(1px) }").join("\n");
  expect(sideFaults(file, planted)).toEqual([]);
  expect(sideFaults(file, `${planted}\n.more { left: 0 }`)).toHaveLength(count + 1);
  expect(sideFaults(file, "")).toHaveLength(1);
});
