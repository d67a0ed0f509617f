// Test vectors that the Python tests use too.

import { readFileSync } from "node:fs";
import { join } from "node:path";

export function vectors<T>(name: string): T {
  // The working directory is web/, as for every tool of the client.
  return JSON.parse(readFileSync(join("..", "tests", "vectors", `${name}.json`), "utf-8")) as T;
}
