import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

// Keys that only the terminal or the server uses; the catalogues are shared with them.
const TERMINAL = /^(event|ask|save|start|command|help|answer|terminal|og|file|resume|join|full)\./;
// Keys that are not part of the first load but loaded on demand: `en.json?lessons`, `en.json?coach`, `en.json?fair`,
// `en.json?around`, `en.json?screens`. A key belongs to the first part that matches it. `around` is for the screens before
// and after a game, and `screens` is all else that neither the home screen nor what it imports shows.
const LATER: Record<string, RegExp> = {
  lessons: /^(rules|learn)\./,
  coach: /^(coach|hint|options|working|practice|verdict|rating|review)\./,
  around:
    /^((theme|speed|device|new|score|install|replay)\.|settings\.(?!sounds)|lobby\.(?!title|invited)|end\.(?!title|re(play|view)$))/,
  fair: /^(fair\.(?!check|title)|dice-fault\.|dice-against\.)/,
  screens:
    /^(?!(nav|page|home|early|level|bot|style|tile|variant|guest|refusal|die)\.|(play\.(you|seat)|seat\.free|end\.re(play|view)|table\.(your-turn|training))$)/,
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

/** The web manifest in each language: in `manifest.json`, texts are keys of the catalogues. */
function manifests(): Plugin {
  const folder = join(import.meta.dirname, "../src/qwixx/locales");
  const template = readFileSync(join(import.meta.dirname, "manifest.json"), "utf-8");
  return {
    name: "manifests",
    apply: "build",
    generateBundle() {
      for (const file of readdirSync(folder).filter((name) => name.endsWith(".json"))) {
        const texts = JSON.parse(readFileSync(join(folder, file), "utf-8")) as Record<string, unknown>;
        const lang = file.replace(".json", "");
        const inWords = JSON.parse(template, (_, value: unknown) =>
          typeof value === "string" ? (texts[value] ?? value) : value,
        ) as object;
        const source = JSON.stringify({ lang, ...inWords });
        this.emitFile({ type: "asset", fileName: `manifest-${lang}.webmanifest`, source });
      }
    },
  };
}

const OUT = join(import.meta.dirname, "../src/qwixx/server/static");
// The texts that a first visit keeps for offline use: those of the home screen and the rules.
const FIRST_TEXTS = [undefined, "screens", "lessons"];
const SMALL_ALREADY = /\.(png|gz|br)$/;

function built(): string[] {
  const found = readdirSync(OUT, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(OUT.length + 1))
    .sort();
}

type Bundle = Parameters<Extract<Plugin["writeBundle"], (...all: never[]) => unknown>>[1];

/** The paths that the service worker keeps, by when it needs them. */
function offline(bundle: Bundle): Record<"FIRST" | "REST" | "TEXTS", unknown> {
  const page = readFileSync(join(OUT, "index.html"), "utf-8");
  const chunks = Object.values(bundle).filter((one) => one.type === "chunk");
  const first = new Set<string>();
  const use = (name: string): void => {
    const chunk = chunks.find(({ fileName }) => fileName === name);
    if (!chunk || first.has(name)) return;
    first.add(name);
    chunk.viteMetadata?.importedCss.forEach((css) => first.add(css));
    chunk.imports.forEach(use);
  };
  const texts: Record<string, { first: string[]; rest: string[] }> = {};
  const all = new Set<string>();
  for (const { fileName, facadeModuleId } of chunks) {
    const [, code, part] = /\/locales\/(\w+)\.json(?:\?(\w+))?$/.exec(facadeModuleId ?? "") ?? [];
    if (code) {
      const known = (texts[code] ??= { first: [], rest: [] });
      known[FIRST_TEXTS.includes(part) ? "first" : "rest"].push(`/${fileName}`);
    } else all.add(fileName);
    if (page.includes(fileName) || facadeModuleId?.endsWith("/screens/Rules.svelte")) use(fileName);
  }
  for (const name of Object.keys(bundle)) if (name.endsWith(".css")) all.add(name);
  const paths = (names: Iterable<string>): string[] => [...names].map((name) => `/${name}`).sort();
  return { FIRST: paths(first), REST: paths([...all].filter((name) => !first.has(name))), TEXTS: texts };
}

/** Lists the files for the service worker, and compresses them so that the server need not. */
function finish(): Plugin {
  let lists = {};
  return {
    name: "finish",
    apply: "build",
    writeBundle(_, bundle) {
      lists = offline(bundle);
    },
    closeBundle() {
      const hash = createHash("sha256");
      for (const file of built()) hash.update(file).update(readFileSync(join(OUT, file)));
      const source = readFileSync(join(import.meta.dirname, "sw.js"), "utf-8");
      // Without the lines that are comments: every visit loads it.
      const worker = source.replace(/^ *\/[/*].*\n/gm, "");
      const constants = Object.entries({ BUILD: hash.update(worker).digest("hex").slice(0, 12), ...lists });
      const lines = constants.map(([name, value]) => `const ${name} = ${JSON.stringify(value)};\n`);
      writeFileSync(join(OUT, "sw.js"), lines.join("") + worker);
      for (const file of built().filter((file) => !SMALL_ALREADY.test(file))) {
        const content = readFileSync(join(OUT, file));
        writeFileSync(join(OUT, `${file}.br`), brotliCompressSync(content));
        writeFileSync(join(OUT, `${file}.gz`), gzipSync(content, { level: 9 }));
      }
    },
  };
}

// One file, with all that it needs, for the first screen, the drawing of sheets and the table, instead of many small
// ones, each with its headers.
const GROUPS = [
  { name: "home", test: /src\/main\.ts$/, priority: 3 },
  { name: "sheet", test: /pieces\/(Sheet|Track|Dice)\.svelte$/, priority: 2 },
  { name: "table", test: /screens\/Table\.svelte$/, priority: 1 },
];
const server = "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [catalogues(), manifests(), svelte(), finish()],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: "es2022",
    // For older phones: newer CSS such as light-dark() is compiled to what they support.
    cssTarget: ["chrome100", "firefox100", "safari15"],
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } },
  },
  json: { stringify: true },
  server: { proxy: { "/api": server, "/ws": { target: server, ws: true } } },
});
