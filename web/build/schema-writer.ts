import type { Plugin } from "vite";

/** Where zod turns its schemas into JSON Schema: 5 kB gzip that each schema refers to, and that only the server's documentation needs. */
const writers = /\/zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/;

/** Writes a module with the same exports, each of which throws. */
export function refusing(code: string): string {
  const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
  return [
    'const refuse = () => { throw new Error("JSON Schema is not written in browsers"); };',
    ...names.map((name) => `export const ${name} = refuse;`),
  ].join("\n");
}

/** Leaves zod's writer of JSON Schema out of what browsers load. */
export function withoutSchemaWriter(): Plugin {
  return {
    name: "quayside:without-schema-writer",
    transform: { filter: { id: writers }, handler: (code) => ({ code: refusing(code), map: null }) },
  };
}
