// A reporter for node:test that prints failures only.

import { inspect } from "node:util";

export default async function* failures(source) {
  for await (const { type, data } of source)
    if (type === "test:fail") {
      const { error } = data.details;
      yield `${data.name}\n${inspect(error.cause ?? error)}\n\n`;
    }
}
