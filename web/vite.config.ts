import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

// Keys that only the terminal or the server uses; the catalogues are shared with them.
const TERMINAL = /^(ask|save|start|command|help|answer|terminal|og)\./;
// Keys that are not part of the first load but loaded on demand: `en.json?lessons`, `en.json?coach`, `en.json?fair`,
// `en.json?screens`. A key belongs to the first part that matches it. `screens` is all that neither the home screen
// nor what it imports shows.
const LATER: Record<string, RegExp> = {
  lessons: /^(rules|learn)\./,
  coach: /^(coach|hint|options|working|practice|verdict|rating|review)\./,
  fair: /^(fair\.(?!check|title)|dice-fault\.|dice-against\.)/,
  screens:
    /^(?!(nav|page|home|level|bot|style|tile|variant|guest|refusal|die)\.|(seat\.free|end\.re(play|view)|table\.(your-turn|training))$)/,
};
const partOf = (key: string): string | undefined => Object.keys(LATER).find((part) => LATER[part]?.test(key));

function catalogues(): Plugin {
  return {
    name: "catalogues",
    enforce: "pre",
    transform(code, id) {
      const file = /\/locales\/\w+\.json(?:\?(\w+))?$/.exec(id);
      if (!file) return null;
      const part = file[1];
      const texts = Object.entries(JSON.parse(code) as Record<string, unknown>);
      const wanted = texts.filter(([key]) => !TERMINAL.test(key) && partOf(key) === part);
      const json = JSON.stringify(Object.fromEntries(wanted));
      // With a query, Vite does not treat it as a JSON file.
      return part ? `export default JSON.parse(${JSON.stringify(json)})` : json;
    },
  };
}

const OUT = join(import.meta.dirname, "../src/qwixx/server/static");
// Pictures for messengers and app stores, which the client never shows.
const FOR_OTHERS = /^(preview|screenshot)-/;
const SMALL_ALREADY = /\.(png|gz)$/;

function built(): string[] {
  const found = readdirSync(OUT, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(OUT.length + 1))
    .sort();
}

/** Lists the files for the service worker, and compresses them so that the server need not. */
function finish(): Plugin {
  return {
    name: "finish",
    apply: "build",
    closeBundle() {
      const files = built();
      const hash = createHash("sha256");
      for (const file of files) hash.update(file).update(readFileSync(join(OUT, file)));
      const paths = files
        .filter((file) => !FOR_OTHERS.test(file))
        .map((file) => (file === "index.html" ? "/" : `/${file}`));
      const worker = readFileSync(join(import.meta.dirname, "sw.js"), "utf-8");
      const constants = [hash.update(worker).digest("hex").slice(0, 12), paths].map((value) =>
        JSON.stringify(value),
      );
      writeFileSync(
        join(OUT, "sw.js"),
        `const BUILD = ${constants[0] ?? ""}, FILES = ${constants[1] ?? ""};\n${worker}`,
      );
      for (const file of built().filter((file) => !SMALL_ALREADY.test(file)))
        writeFileSync(join(OUT, `${file}.gz`), gzipSync(readFileSync(join(OUT, file)), { level: 9 }));
    },
  };
}

const server = "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [catalogues(), svelte(), finish()],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: "es2022",
    // For older phones: newer CSS such as light-dark() is compiled to what they support.
    cssTarget: ["chrome100", "firefox100", "safari15"],
    modulePreload: { polyfill: false },
  },
  json: { stringify: true },
  server: { proxy: { "/api": server, "/ws": { target: server, ws: true } } },
});
