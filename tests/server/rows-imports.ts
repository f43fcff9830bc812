import { newId } from "#server/platform/runtime/clock.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { markerOf } from "./rows.ts";
import type { Person } from "./world.ts";

/** The import of a person's import calls. */
export interface ImportsRows {
  readonly importUuid: string;
}

/** Creates a checked import of one row with a problem, with the person's marker. @param tx acts for the person */
export async function addImportsRows(tx: Tx, person: Person): Promise<ImportsRows> {
  const common = { provider_uuid: person.providerUuid ?? "", retailer_uuid: person.retailerUuid, import_uuid: newId() };
  const marker = markerOf(person);
  await tx
    .insertInto("import_job")
    .values({
      ...common,
      user_uuid: person.userUuid,
      kind: "receipts",
      status: "CHECKED",
      file_name: marker,
      row_count: 1,
      ready_count: 0,
      problem_count: 1,
      bad_row_count: 1,
      created_at: new Date(),
    })
    .execute();
  const [cells, problems] = [{ receipt_number: marker }, [{ field: "receipt_number", code: "imports.cellTooLong" }]];
  await tx
    .insertInto("import_row")
    .values({ ...common, row_number: 2, cells: JSON.stringify(cells), problems: JSON.stringify(problems) })
    .execute();
  return { importUuid: common.import_uuid };
}
