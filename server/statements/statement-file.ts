import { contentTypes, savedName } from "#src/files/file-names.rules.ts";
import type { Language } from "#src/lib/look.ts";
import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import type { Database } from "#server/db/database.ts";
import type { Tx } from "#server/db/tx.ts";
import type { FileAnswer } from "#server/http/context.ts";
import { lineBatches } from "./lines.queries.ts";
import { monthOf, mostPayments } from "./month.queries.ts";
import { statementPdf } from "./statement-pdf.ts";
import type { StatementOnPaper } from "./statement-pdf.ts";
import type { StatementScope } from "./statement-scope.ts";
import { mostRows, statementWorkbook } from "./statement-workbook.ts";
import { statementTexts } from "./texts.ts";

interface WantedFile {
  readonly month: string;
  readonly format: "pdf" | "xlsx";
  readonly language: Language;
  readonly inline: boolean;
  /** the name that was asked for */
  readonly filename?: string | undefined;
}

async function providerName(tx: Tx, providerUuid: string): Promise<string> {
  const row = await tx.selectFrom("provider").select("name").where("provider_uuid", "=", providerUuid).executeTakeFirst();
  return row?.name ?? "";
}

function isTooLong({ view }: StatementOnPaper, format: WantedFile["format"]): boolean {
  const charges = view.charges.reduce((sum, { charge_count }) => sum + charge_count, 0);
  return view.payments.length >= mostPayments || (format === "xlsx" && charges > mostRows);
}

/**
 * A retailer's month as a file, issued or not.
 * @param database where a workbook's charges are read from while it is sent: the request's own transaction is over by then
 * @param retailerUuid one that the scope may see
 */
export async function fileOfMonth(
  scope: StatementScope,
  database: Database,
  retailerUuid: string,
  { month, format, language, inline, filename }: WantedFile,
): Promise<Result<FileAnswer, "statements.tooManyRows">> {
  const { tx, providerUuid, acting, now } = scope;
  const found = await monthOf(scope, retailerUuid, month);
  const paper = { ...found, month, providerName: await providerName(tx, providerUuid), language, now };
  if (isTooLong(paper, format)) return refuse("statements.tooManyRows");
  const name = found.view.statement?.statement_number ?? statementTexts[language].fileOfDraft;
  const wanted = { providerUuid, retailerUuid, span: found.summed };
  return ok({
    contentType: contentTypes[format],
    name: savedName(filename === undefined ? [name, month, found.view.retailer_name] : [filename], format),
    isInline: inline && format === "pdf",
    byteSize: null,
    open: async () => (format === "pdf" ? statementPdf(paper) : statementWorkbook(paper, lineBatches(database, acting, wanted))),
  });
}
