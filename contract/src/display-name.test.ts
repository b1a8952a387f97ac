import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { displayNameFault, stripMarkup } from "#/text-rules.ts";
import { limits } from "#/limits.ts";

/** Real names in many scripts. */
const names = [
  ["Kari Nordmann", "Åse Bjørnstjerne", "Øyvind Ærø", "Jean-Pierre", "Jean‑Pierre", "François d’Hérouville", "O'Brien", "O’Connor"],
  ["Renée Müller", "João Conceição", "Maria da Graça", "Núria Gal·la", "Zoë van 't Hoff", "Łukasz Żółć", "Jiří Dvořák", "Ștefan Țăran"],
  ["Þórdís Jónsdóttir", "Ġorġ Żammit", "İpek Çağlar", "Nguyễn Thị Ánh", "Kaʻahumanu", "Māui Tamahāpai", "Sámi Čáhci", "Ŋuyen"],
  ["Αλέξανδρος Παπαδόπουλος", "Елена Кузнецова", "Їжак Ґанна", "Ђорђе Ћирић", "Ибраһим Әбді", "Ծովինար Հակոբյան", "ნინო ბერიძე"],
  ["דָּוִד כהן", "צ׳רלי לוי", "בן־גוריון", "محمد عبد الله", "فاطِمَة الزهراء", "علی‌رضا احمدی", "ܝܘܚܢܢ"],
  ["अनिता शर्मा", "ক্ষমা দাস", "ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ", "પ્રિયા પટેલ", "தமிழ்ச்செல்வி", "లక్ష్మీ", "ಶ್ರೀನಿವಾಸ", "ശ്രീലക്ഷ്മി", "ශ්‍රී ලක්ෂ්මී", "ଶ୍ରୀମତୀ"],
  ["สมชาย ใจดี", "ສົມຊາຍ", "ស៊ីសុវត្ថិ", "မောင်မောင်", "བསྟན་འཛིན", "ᠪᠠᠲᠤ"],
  ["王小明", "欧阳娜娜", "買・スミス", "マリー・キュリー", "さくら たなか", "김민준", "𠮷野家", "ⵜⴰⵏⵉⵏⴰ", "ሰላም ተስፋዬ", "ᏣᎳᎩ ᎠᏂ", "ᐃᓄᒃᑎᑐᑦ"],
  ["Nora 2B", "Anne (3A)", "Tom & Ida", "Dr. Ek, lege", "3A1", "M.ª José"],
].flat();

describe("a display name", () => {
  test(`is accepted in every script, composed and decomposed: ${names.length} names`, () => {
    expect(names.length).toBeGreaterThanOrEqual(60);
    expect(names.filter((name) => displayNameFault(name) !== undefined)).toEqual([]);
    expect(names.filter((name) => displayNameFault(name.normalize("NFD")) !== undefined)).toEqual([]);
  });

  test.each([
    ["2 characters", "Bo", "errors.displayNameLength"],
    ["3 characters", "Bob", undefined],
    ["64 characters", "b".repeat(64), undefined],
    ["65 characters", "b".repeat(65), "errors.displayNameLength"],
    ["64 characters beyond the first plane", "𠮷".repeat(64), undefined],
    ["65 characters beyond the first plane", "𠮷".repeat(65), "errors.displayNameLength"],
    ["3 letters typed as six code points", "a\u030a".repeat(3), undefined],
    ["2 letters typed as four code points", "a\u030a".repeat(2), "errors.displayNameLength"],
    ["nothing", "", "errors.displayNameLength"],
    ["white space only", " \t\n\u3000 ", "errors.displayNameLength"],
    ["white space around too little", "   Bo   ", "errors.displayNameLength"],
    ["too little between tags", "<b>Bo</b>", "errors.displayNameLength"],
    ["tags alone", "<script></script>", "errors.displayNameLength"],
  ])("%s", (_, name, fault) => {
    expect(displayNameFault(name)).toBe(fault);
  });

  test.each(
    [
      [
        "Kari <",
        "Kari > Ola",
        "a<<b>c",
        "Kari\u0000",
        "Kari\u0007 Ola",
        "Kari\u001b[31m",
        "Kari\u0085x\u0086",
        "Kari\u007f",
        "Kari\u00ad Ola",
      ],
      [
        "Kari\u202eGro",
        "Kari\u2066Gro\u2069",
        "\u200fKari",
        "Ka\u200bri",
        "Ka\u200dri",
        "\u200cKari",
        "علی‌",
        "Kari\u{e0041}",
        "Kari\ufffe",
      ],
      [
        "Kari 🦊",
        "Kari ★",
        "Kari™x",
        "$Kari",
        "=HYPERLINK(1)",
        "@Kari",
        "Kari%00",
        "Kari\\",
        'Kari"x',
        "Kari;Ola",
        "Kari|x",
        "Kari{x}",
        "Kari[x]",
        "Kari#1",
        "Kari*",
        "Kari~",
        "Kari^x",
        "Kari!",
        "Kari?",
        "＜Kari＞",
        "Kari:x",
      ],
    ].flat(),
  )("%j is refused for its special characters", (name) => {
    expect(displayNameFault(name)).toBe("errors.displayNameSpecialCharacters");
  });
});

describe("marks stacked on a letter", () => {
  /** Real names in scripts that stack marks: Vietnamese, Hindi, Thai, Hebrew, Tibetan, Burmese, Khmer, Arabic, Yoruba. */
  const stacking = [
    ["Nguyễn Thị Ánh Tuyết", "Trần Quỳnh Như", "Đặng Hữu Lượng", "Phạm Thế Hiển", "अनुष्का त्रिपाठी", "श्रीकृष्ण", "लक्ष्मीबाई", "ज्योत्स्ना"],
    ["กิตติพงษ์", "ณัฐฐินันท์", "ปุณณ์ ศิริวัฒน์", "ศักดิ์สิทธิ์", "שֶּׁלִּי", "יִשָּׂשכָר", "נֹעַ־לִי", "སྒྲོལ་མ", "བསྒྲུབས", "རྒྱལ་མཚན"],
    ["ကျော်စွာ", "မြှော်လင့်", "ရွှေလျှော့", "ស្រីពៅ ចន្ធូ", "مُحَمَّد", "Ọlọ́runtóbi", "Ẹ̀bùn Olúwa"],
  ].flat();

  test("are accepted as in real names, in any order and composition", () => {
    const names = fc.array(fc.constantFrom(...stacking), { minLength: 1, maxLength: 3 }).map((parts) => parts.join(" "));
    fc.assert(
      fc.property(names, fc.constantFrom("NFC", "NFD"), (name, form) => {
        fc.pre([...name].length <= limits.displayName.max);
        expect(displayNameFault(name.normalize(form))).toBeUndefined();
      }),
    );
  });

  test("are refused beyond real names, on any letter", () => {
    const mark = fc.constantFrom(
      "\u0300",
      "\u0301",
      "\u0336",
      "\u0489",
      "\u035c",
      "\u0e47",
      "\u0e49",
      "\u064b",
      "\u05b8",
      "\u093c",
      "\u20dd",
    );
    // Real letters have at most four (text-rules.ts).
    const piles = fc.array(mark, { minLength: 5, maxLength: 30 }).map((marks) => marks.join(""));
    fc.assert(
      fc.property(fc.constantFrom(...stacking, "Kari", "Nora"), piles, fc.nat(), (name, pile, place) => {
        const letters = [...name.normalize("NFC")];
        const at = (place % letters.length) + 1;
        const piled = [...letters.slice(0, at), pile, ...letters.slice(at)].join("");
        fc.pre([...piled.normalize("NFC")].length <= limits.displayName.max);
        expect(displayNameFault(piled)).toBe("errors.displayNameSpecialCharacters");
      }),
    );
  });

  test("need a base letter", () => {
    expect(displayNameFault("\u0301Kari")).toBe("errors.displayNameSpecialCharacters");
  });
});

describe("markup", () => {
  test.each([
    ["<b>Kari</b>", "Kari"],
    ["Kari<br>Nordmann", "Kari Nordmann"],
    ["<script>alert(1)</script>", "alert(1)"],
    ['<img src=x onerror="alert(1)">Kari', "Kari"],
    ["<a\nhref='x'>Kari</a\n>", "Kari"],
    ["<!-- Kari -->Ola", "Ola"],
    ["  Kari \t\r\n  Nordmann  ", "Kari Nordmann"],
    ["Kari\u00a0\u3000\ufeffNordmann", "Kari Nordmann"],
    ["<scr<b>ipt>alert(1)</scr<b>ipt>", "alert(1)"],
  ])("%j becomes %j", (value, stripped) => {
    expect(stripMarkup(value)).toBe(stripped);
  });

  test("removing tags never forms a new tag", () => {
    for (const value of [
      "<<b>script>alert(1)<</b>/script>",
      "<scr<b>ipt>x</scr<b>ipt>",
      "<".repeat(900) + ">".repeat(900),
      "<a".repeat(5000),
    ]) {
      expect(stripMarkup(value)).not.toMatch(/<[a-z/][^<>]*>/i);
    }
  });
});

test("the limits are 3 and 64 characters", () => {
  expect(limits.displayName).toEqual({ min: 3, max: 64 });
});
