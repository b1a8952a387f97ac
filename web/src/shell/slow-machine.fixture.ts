/** Runs before each test file, and acts in those with a DOM. Testing Library waits a second for a change, too short on a busy machine. */
if (typeof document !== "undefined") {
  const { configure } = await import("@testing-library/react");
  configure({ asyncUtilTimeout: 20_000 });
}
