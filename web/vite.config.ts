import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

// The catalogues are shared with the terminal, whose own texts the browser does not need.
const TERMINAL = /^(ask|save|start|command|help|answer|terminal)\./;
// The long texts of the rules and the guided game come when they are opened: `en.json?lessons`.
const LESSONS = /^(rules|learn)\./;

function catalogues(): Plugin {
  return {
    name: "catalogues",
    enforce: "pre",
    transform(code, id) {
      if (!/\/locales\/\w+\.json(\?lessons)?$/.test(id)) return null;
      const lessons = id.endsWith("?lessons");
      const texts = Object.entries(JSON.parse(code) as Record<string, unknown>);
      const wanted = texts.filter(([key]) => !TERMINAL.test(key) && LESSONS.test(key) === lessons);
      const json = JSON.stringify(Object.fromEntries(wanted));
      // With a query it is no JSON file to Vite.
      return lessons ? `export default JSON.parse(${JSON.stringify(json)})` : json;
    },
  };
}

const server = "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [catalogues(), svelte()],
  build: {
    outDir: "../src/qwixx/server/static",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
  },
  json: { stringify: true },
  server: { proxy: { "/api": server, "/ws": { target: server, ws: true } } },
});
