import { getPrintFileLink } from "#src/files/files.rules.ts";
import { statementFile } from "#src/statements/statements.contract.ts";
import type { Statement } from "#src/statements/statements.contract.ts";
import type { CallContext } from "#server/http/context.ts";
import { linkSiteOf } from "#server/sites/sites.queries.ts";
import type { IssuedStatement } from "./statements.queries.ts";

/** What the links begin with in a database without any site. Whoever opens a link uses its path and query alone. */
const withoutSite = "http://localhost";

/** Adds to each statement the print-file link of its PDF, at the site that the request came to. */
export async function addPrintLinks({ tx, host }: CallContext, statements: readonly IssuedStatement[]): Promise<Statement[]> {
  if (statements.length === 0) return [];
  const origin = (await linkSiteOf(tx, host))?.origin ?? withoutSite;
  return statements.map((statement) => {
    const { retailer_uuid, month, statement_number } = statement;
    const query = { retailer_uuid, month, format: "pdf", filename: `${statement_number}.pdf` };
    return { ...statement, print_link: getPrintFileLink(origin, statementFile.path, query) };
  });
}
