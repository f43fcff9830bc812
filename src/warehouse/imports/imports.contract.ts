import { z } from "zod";
import { blob, defineCall, query } from "#src/kit/api/define-call.ts";
import { listInput, listOutput } from "#src/kit/api/list.ts";

/** The kinds of imports, named like their templates. */
export const importKindNames = ["orders", "receipts", "opening-stock", "products", "locations", "tracks"] as const;
export type ImportKindName = (typeof importKindNames)[number];

/** Counts that an import reports; each has its own text. */
export const importFigures = [
  "orders",
  "receipts",
  "lines",
  "boxes",
  "pieces",
  "products",
  "variants",
  "partitions",
  "shelves",
  "locations",
  "parcels",
] as const;
export type ImportFigures = Readonly<Partial<Record<(typeof importFigures)[number], number>>>;

/** The largest workbook in bytes and data rows (specification, section 8: "10 MB"). */
export const maxWorkbookBytes = 10 * 1024 * 1024;
export const maxImportRows = 100_000;

/** CHECKED: read, not posted yet. POSTED: all rows posted. DISCARDED: nothing was posted. */
export const importStatuses = ["CHECKED", "POSTED", "DISCARDED"] as const;

const kind = z.enum(importKindNames);
const roles = ["provider", "operator", "dropShipper"] as const;
const said = { code: z.int(), msg: z.object({ en_us: z.string(), zh_cn: z.string() }) };

/** Why a whole workbook is refused, and where. Fields that do not apply are empty. */
const workbookProblem = z.object({
  ...said,
  /** the sheet's name, if the workbook has several */
  sheet: z.string(),
  /** a cell or range: `B7`, `A3:B4` */
  place: z.string(),
  /** template fields without a header */
  missing: z.array(z.string()),
  /** headers that are not in the template, as written */
  unknown: z.array(z.string()),
});
export type WorkbookProblem = z.infer<typeof workbookProblem>;

const cells = z.record(z.string(), z.string());

/** A problem of a row; `value` is the content of the cell. */
const rowProblem = z.object({
  row_number: z.int(),
  /** the template's field; null if the whole row is bad */
  field: z.string().nullable(),
  value: z.string(),
  ...said,
});
export type ImportRowProblem = z.infer<typeof rowProblem>;

const importRow = z.object({ row_number: z.int(), cells, problems: z.array(rowProblem) });
export type ImportRow = z.infer<typeof importRow>;

/** The most drafts listed; the list of these documents has the rest. */
export const mostDraftsNamed = 20;
/** A draft that an import created: a receipt of an import of receipts, and so on. */
const importDraft = z.object({ document_uuid: z.uuid(), document_number: z.string() });
export type ImportDraft = z.infer<typeof importDraft>;

const importJob = z.object({
  import_uuid: z.uuid(),
  kind,
  status: z.enum(importStatuses),
  file_name: z.string(),
  row_count: z.int(),
  /** rows that are posted: all, or the good ones if bad ones are skipped */
  ready_count: z.int(),
  bad_row_count: z.int(),
  problem_count: z.int(),
  /** counts of created records by name, once posted */
  result: z.partialRecord(z.enum(importFigures), z.number()),
  /** the first drafts that posting created */
  drafts: z.array(importDraft),
  created_at: z.string(),
  /** empty until posted */
  posted_at: z.string(),
});
export type ImportJob = z.infer<typeof importJob>;

/** The result of an upload: the workbook is refused, or its rows were checked. */
const preview = z.object({
  /** null if the rows were read */
  problem: workbookProblem.nullable(),
  /** null if the workbook is refused; nothing is stored then */
  job: importJob.nullable(),
  /** the first 20 rows */
  rows: z.array(importRow),
  /** the first 200 problems, by row; the job has the total */
  problems: z.array(rowProblem),
  /** the first 200 valid but unusual cells, by row, and their total */
  warnings: z.array(rowProblem),
  warning_count: z.int(),
});
export type ImportPreview = z.infer<typeof preview>;

export const uploadImport = defineCall({
  name: "imports.upload-import",
  method: "POST",
  path: "/api/imports/upload-import",
  summary:
    "Uploads one workbook (.xlsx, .xls, .ods or .csv; at most 10 MB and 100,000 rows) in a part named `workbook`, and checks each row. Posts nothing.",
  roles,
  body: "multipart",
  bodyLimitBytes: maxWorkbookBytes + 64 * 1024,
  files: { maxBytes: maxWorkbookBytes, tooLarge: "imports.tooLarge", maxFiles: 1, tooMany: "imports.oneFile" },
  input: z.strictObject({ kind }),
  output: preview,
  codes: ["imports.oneFile", "imports.tooLarge", "forbidden"],
});

export const listImportRows = defineCall({
  name: "imports.list-import-rows",
  method: "GET",
  path: "/api/imports/list-import-rows",
  summary: "Lists the rows of an unposted import in the sheet's order. `only_bad` returns only rows with problems.",
  roles,
  input: z.strictObject({ ...listInput, import_uuid: z.uuid(), only_bad: query.flag().default(false) }),
  output: listOutput(importRow),
  codes: ["notFound"],
});

export const postImport = defineCall({
  name: "imports.post-import",
  method: "POST",
  path: "/api/imports/post-import",
  summary: "Posts an import's rows, all or none. Posting a posted import again does nothing and returns the first result.",
  roles,
  input: z.strictObject({ import_uuid: z.uuid(), skip_bad_rows: z.boolean().default(false) }),
  output: importJob,
  codes: ["notFound", "forbidden", "changedMeanwhile", "imports.hasProblems", "imports.nothingToPost", "imports.discarded"],
});

export const discardImport = defineCall({
  name: "imports.discard-import",
  method: "POST",
  path: "/api/imports/discard-import",
  summary: "Discards an unposted import with its rows.",
  roles,
  input: z.strictObject({ import_uuid: z.uuid() }),
  output: importJob,
  codes: ["notFound", "forbidden", "imports.posted"],
});

export const listImports = defineCall({
  name: "imports.list-imports",
  method: "GET",
  path: "/api/imports/list-imports",
  summary: "Lists the company's imports, newest first.",
  roles,
  input: z.strictObject({ ...listInput, kind: kind.optional(), status: z.enum(importStatuses).optional() }),
  output: listOutput(importJob),
  codes: [],
});

export const getImportProblems = defineCall({
  name: "imports.get-import-problems",
  method: "GET",
  path: "/api/imports/get-import-problems",
  summary: "Returns all problems of an unposted import as CSV, in either language.",
  roles,
  input: z.strictObject({ import_uuid: z.uuid(), lang: z.enum(["en_us", "zh_cn"]).default("en_us") }),
  output: blob,
  codes: ["notFound"],
});
