import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

// The catalogues are shared with the terminal, whose own texts the browser does not need.
const TERMINAL = /^(ask|save|start|command|help|answer|terminal)\./;

function catalogues(): Plugin {
  return {
    name: "catalogues",
    enforce: "pre",
    transform(code, id) {
      if (!/\/locales\/\w+\.json$/.test(id)) return null;
      const texts = Object.entries(JSON.parse(code) as Record<string, unknown>);
      return JSON.stringify(Object.fromEntries(texts.filter(([key]) => !TERMINAL.test(key))));
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
