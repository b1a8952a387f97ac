/** `npm run bench -- validate-auth` runs one measurement by its name. chaos.ts has a command of its own. */
const names = [
  "validate-auth",
  "password-logins",
  "login-flood",
  "start-up",
  "login-page",
  "growth",
  "like-time",
  "search",
  "lesson-boards",
  "badge-logins",
  "sweep",
  "scale",
];
const [, , name = ""] = process.argv;

if (names.includes(name)) {
  await import(`./${name}.ts`);
} else {
  console.log(`Name one measurement, and run one at a time: ${names.join(", ")}. With --json=<file> the result is kept.`);
}
