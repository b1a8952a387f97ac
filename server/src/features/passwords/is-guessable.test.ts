import { describe, expect, test } from "vitest";
import { ratePassword } from "@storyport/contract/password-strength";
import { isGuessable } from "./is-guessable.ts";

const names = ["kari.nordmann@fjordskolen.example", "Åse Bråten", "Storyport", "Lycée Hugo"];

/** Passwords that people think of first to satisfy the rule, in the portal's languages. */
const plausible = {
  English: [
    "Password1234!",
    "Passw0rd1234!",
    "P@$$w0rd-2026",
    "Password123!!",
    "Welcome12345!",
    "Welcome-2026!!",
    "Summer2026!!!",
    "Sunshine2026!",
    "Tigger12345!!",
    "Manchester2024!",
    "Liverpool2025!",
    "Chelsea12345!",
    "Charlie12345!",
    "Princess1234!",
    "Football2026!",
    "Monkey123456!",
    "Teacher12345!",
    "School123456!",
    "Qwertyuiop123!",
    "Iloveyou2026!",
    "correcthorsebatterystaple",
    "passwordpasswordpassword",
  ],
  Norwegian: [
    "!!2026-Passord",
    "Passord12345!",
    "Velkommen2024!",
    "Velkommen1234!",
    "Sommer202526!",
    "Vinter202526!",
    "Rosenborg2025!",
    "Skole1234567!",
    "Bokstav12345!",
    "Hemmelig1234!",
    "Trondheim2025!",
    "Jegelskerdeg1!",
    "Kjærlighet2026!",
    "Søndag123456!",
  ],
  French: [
    "Motdepasse2026!",
    "Bonjour12345!!",
    "Bienvenue2025!",
    "Azertyuiop123!",
    "Marseille2025!",
    "Professeur123!",
    "Soleil123456!",
    "Jetaime12345!",
    "Université-2026!",
    "Universite-2026!",
    "Président-2026!",
  ],
  Dutch: [
    "Wachtwoord-123",
    "Wachtwoord2025!",
    "Welkom123456!",
    "Amsterdam2025!",
    "Feyenoord2025!",
    "Zomer2025-26!",
    "Voetbal12345!",
    "Geheim123456!",
  ],
  Portuguese: [
    "Senha-senha-123!",
    "Senha1234567!",
    "Flamengo2025!",
    "Corinthians12!",
    "Bemvindo2025!",
    "Professora123!",
    "Brasil123456!",
    "Saopaulo2025!",
    "Informação-2026!",
  ],
  keyboards: [
    "Asdfghjkl12345!!",
    "Abcdefghijkl1!",
    "1qaz2wsx3edc4rfV!",
    "12345678901234567890",
    "09876543210987654321",
    "abcabcabcabcabcabcabc",
    "Ab1!Ab1!Ab1!Ab1!",
    "Qwerty123456!",
  ],
};

describe("guessable, though the rule for new passwords accepts nearly all of them", () => {
  test.each(Object.values(plausible).flat())("%s", async (password) => {
    expect(await isGuessable(password, [])).toBe(true);
  });

  // A password that the rule refuses anyway says nothing about this check.
  test("at least 59 of the list satisfy the rule", () => {
    const taken = Object.values(plausible)
      .flat()
      .filter((password) => ratePassword(password).strength === "GOOD");
    expect(taken.length).toBeGreaterThanOrEqual(59);
  });
});

describe("names its owner", () => {
  test.each(["Xy9-nordmann-Quay", "Quay-KARI-77-xYz", "Quay-Braten-77-x", "My-st0ryp0rt-77-x", "Le-Lycee-77-Quay", "lyceehugo-77-Quay-X"])(
    "%s",
    async (password) => expect(await isGuessable(password, names)).toBe(true),
  );
});

describe("neither guessable nor with the owner's name", () => {
  test.each([
    "Valid-Pass-123!",
    "ValidPass123!",
    "Test-Password-1",
    "MyNewPass123!",
    "Zq1-abcdeFgh",
    "Reading-Rocks-26",
    "Lighthouse-Beam-7",
    "Quiet-Harbour-52",
    "correct horse battery staple",
    "Tre-blå-båter-44",
    "xK7#pQ2!mZ9$vL4@",
    "en liten fisk svømmer hjem",
    "春の海ひねもすのたりのたりかな一二三四五六",
  ])("%s", async (password) => expect(await isGuessable(password, names)).toBe(false));
});

test("the longest passwords are rated too", async () => {
  const pieces = ["a", "ab", "password", "1qaz", "@", "aA1!", "\u0301"];
  const answers = await Promise.all(pieces.map((piece) => isGuessable(piece.repeat(128).slice(0, 128), names)));
  expect(answers).toEqual(pieces.map(() => true));
});
