import type { TestApp } from "./app.ts";
import type { Example } from "./example.ts";
import { addImportsRows } from "./rows-imports.ts";
import type { Person } from "./world.ts";

async function ownImport(test: TestApp, person: Person): Promise<string> {
  const { role: kind, providerUuid, retailerUuid, userUuid } = person;
  const acting = { kind, providerUuid, retailerUuid, userUuid };
  return (await test.services.database.transaction(acting, (tx) => addImportsRows(tx, person))).importUuid;
}

/** A call about one import. */
const ofOne: Example = {
  own: async ({ test, owner }) => ({ import_uuid: await ownImport(test, owner) }),
  withForeign: async ({ test, foreign }) => ({ import_uuid: await ownImport(test, foreign.person) }),
};

/** An input for each import call, with the test's own file. */
export const importsExamples: Readonly<Record<string, Example>> = {
  "imports.upload-import": { own: async () => ({ kind: "receipts" }) },
  "imports.list-imports": { own: async () => ({}) },
  "imports.list-import-rows": ofOne,
  "imports.post-import": ofOne,
  "imports.discard-import": ofOne,
  "imports.get-import-problems": ofOne,
};
