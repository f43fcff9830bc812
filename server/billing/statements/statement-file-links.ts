import { getPrintFileLink } from "#src/kit/files/files.rules.ts";
import { statementFile } from "#src/billing/statements/statements.contract.ts";
import type { Statement } from "#src/billing/statements/statements.contract.ts";
import type { CallContext } from "#server/platform/http/context.ts";
import { findLinkSite } from "#server/platform/http/sites.queries.ts";
import type { IssuedStatement } from "./statements.queries.ts";

/** Origin of links in a database without any site. Clients use only the path and query of a link. */
const withoutSite = "http://localhost";

/** Finds the origin of links, at the site of the request. */
export async function findLinkOrigin({ tx, host }: CallContext): Promise<string> {
  return (await findLinkSite(tx, host))?.origin ?? withoutSite;
}

/** Adds the print-file link of its PDF to each statement. */
export function addPrintLinks(origin: string, statements: readonly IssuedStatement[]): Statement[] {
  return statements.map((statement) => {
    const { retailer_uuid, month, statement_number } = statement;
    const query = { retailer_uuid, month, format: "pdf", filename: `${statement_number}.pdf` };
    return { ...statement, print_link: getPrintFileLink(origin, statementFile.path, query) };
  });
}
