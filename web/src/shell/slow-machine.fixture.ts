/** Runs before each test file with a DOM. Testing Library waits a second for a change, which is too short on a busy machine. */
if (typeof document !== "undefined") {
  const { configure } = await import("@testing-library/react");
  configure({ asyncUtilTimeout: 20_000 });
}
