import { contentTypes, savedName } from "#src/kit/files/file-names.rules.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import type { FileAnswer } from "#server/platform/http/context.ts";
import { readLineBatches } from "./lines.queries.ts";
import { readMonth, mostPayments } from "./month.queries.ts";
import { createStatementPdf } from "./statement-pdf.ts";
import type { StatementOnPaper } from "./statement-pdf.ts";
import type { StatementScope } from "./statement-scope.ts";
import { mostRows, createStatementWorkbook } from "./statement-workbook.ts";
import { statementTexts } from "./statement-texts.ts";

interface WantedFile {
  readonly month: string;
  readonly format: "pdf" | "xlsx";
  readonly language: Language;
  readonly inline: boolean;
  /** the requested name */
  readonly filename?: string | undefined;
}

async function readProviderName(tx: Tx, providerUuid: string): Promise<string> {
  const row = await tx.selectFrom("provider").select("name").where("provider_uuid", "=", providerUuid).executeTakeFirst();
  return row?.name ?? "";
}

function isTooLong({ view }: StatementOnPaper, format: WantedFile["format"]): boolean {
  const charges = view.charges.reduce((sum, { charge_count }) => sum + charge_count, 0);
  return view.payments.length >= mostPayments || (format === "xlsx" && charges > mostRows);
}

/**
 * Builds a retailer's month as a file, issued or not.
 * @param database source of a workbook's charges while it is sent, when the request's own transaction has ended
 * @param retailerUuid one that the scope may see
 */
export async function buildMonthFile(
  scope: StatementScope,
  database: Database,
  retailerUuid: string,
  { month, format, language, inline, filename }: WantedFile,
): Promise<Result<FileAnswer, "statements.tooManyRows">> {
  const { tx, providerUuid, acting, now } = scope;
  const found = await readMonth(scope, retailerUuid, month);
  const paper = { ...found, month, providerName: await readProviderName(tx, providerUuid), language, now };
  if (isTooLong(paper, format)) return refuse("statements.tooManyRows");
  const name = found.view.statement?.statement_number ?? statementTexts[language].fileOfDraft;
  const wanted = { providerUuid, retailerUuid, span: found.summed };
  return ok({
    contentType: contentTypes[format],
    name: savedName(filename === undefined ? [name, month, found.view.retailer_name] : [filename], format),
    isInline: inline && format === "pdf",
    byteSize: null,
    open: async () =>
      format === "pdf"
        ? createStatementPdf(paper)
        : createStatementWorkbook(paper, readLineBatches(database, { ...acting, warehouseUuids: [] }, wanted)),
  });
}
