import { describe, expect, test } from "vitest";
import { ratePassword } from "@storyport/contract/password-strength";
import { isGuessable } from "./is-guessable.ts";

const names = ["kari.nordmann@fjordskolen.example", "Åse Bråten", "Storyport", "Lycée Hugo"];

describe("guessable, though the rule for new passwords takes it", () => {
  test.each([
    "Password1234!",
    "Passw0rd1234!",
    "P@$$w0rd-2026",
    "!!2026-Passord",
    "Motdepasse2026!",
    "Wachtwoord-123",
    "Senha-senha-123!",
    "Welcome12345!",
    "Summer-Winter-26!",
    "Qwertyuiop123!",
    "Asdfghjkl-12345!A",
    "Abcdefghijkl1!",
    "1qaz2wsx3edc4rfV!",
    "12345678901234567890",
    "09876543210987654321",
    "abcabcabcabcabcabcabc",
    "Ab1!Ab1!Ab1!Ab1!",
    "passwordpasswordpassword",
  ])("%s", (password) => {
    expect(ratePassword(password).strength).toBe("GOOD");
    expect(isGuessable(password, [])).toBe(true);
  });
});

describe("names its owner", () => {
  test.each(["Xy9-nordmann-Quay", "Quay-KARI-77-xYz", "Quay-Braten-77-x", "My-st0ryp0rt-77-x", "Le-Lycee-77-Quay", "lyceehugo-77-Quay-X"])(
    "%s",
    (password) => expect(isGuessable(password, names)).toBe(true),
  );
});

describe("neither", () => {
  test.each([
    "Reading-Rocks-26",
    "Lighthouse-Beam-7",
    "Quiet-Harbour-52",
    "correct horse battery staple",
    "Tre-blå-båter-44",
    "xK7#pQ2!mZ9$vL4@",
    "en liten fisk svømmer hjem",
    "春の海ひねもすのたりのたりかな一二三四五六",
  ])("%s", (password) => expect(isGuessable(password, names)).toBe(false));
});

test("it answers quickly whatever it is given", () => {
  const began = performance.now();
  for (const piece of ["a", "ab", "password", "1qaz", "@", "aA1!", "\u0301"]) isGuessable(piece.repeat(128).slice(0, 128), names);
  expect(performance.now() - began).toBeLessThan(2000);
});
