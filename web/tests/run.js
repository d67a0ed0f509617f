// Runs the unit tests of the client in Node: node tests/run.js
// Vite compiles TypeScript, runes and catalogues as for the browser, so any Node that builds the client will do.

import { readdirSync } from "node:fs";

import { createServer } from "vite";

const server = await createServer({
  root: `${import.meta.dirname}/..`,
  server: { middlewareMode: true, ws: false, watch: null },
  appType: "custom",
  logLevel: "error",
  optimizeDeps: { noDiscovery: true },
});
try {
  for (const file of readdirSync(import.meta.dirname).filter((name) => name.endsWith(".test.ts")))
    await server.ssrLoadModule(`/tests/${file}`);
} finally {
  await server.close();
}
