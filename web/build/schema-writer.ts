import type { Plugin } from "vite";

/** Zod's modules that convert schemas to JSON Schema: 5 kB gzip that every schema imports, but only the server's documentation needs. */
const writers = /\/zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/;

/** Returns a module with the same exports, each of which throws. */
export function refusing(code: string): string {
  const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
  return [
    'const refuse = () => { throw new Error("JSON Schema is not written in browsers"); };',
    ...names.map((name) => `export const ${name} = refuse;`),
  ].join("\n");
}

/** Replaces zod's JSON Schema conversion in the browser build. */
export function withoutSchemaWriter(): Plugin {
  return {
    name: "quayside:without-schema-writer",
    transform: { filter: { id: writers }, handler: (code) => ({ code: refusing(code), map: null }) },
  };
}
