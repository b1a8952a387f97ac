// The image's health check: asks the management port whether the portal is ready. The image has no shell and no other client.
// Its limit is below the five seconds of the Containerfile, so that it can say why.
const port = process.env.MANAGEMENT_PORT || "9464";
try {
  const answer = await fetch(`http://127.0.0.1:${port}/health/ready`, { signal: AbortSignal.timeout(4_000) });
  console.log(await answer.text());
  process.exitCode = answer.ok ? 0 : 1;
} catch (error) {
  console.log(`The management port ${port} does not answer: ${error.message}`);
  process.exitCode = 1;
}
