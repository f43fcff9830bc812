import type { Caller } from "#src/kit/api/call-hooks.tsx";
import { callRowByRow } from "#src/kit/api/row-by-row.ts";
import { useAppearance } from "#src/company/appearance/appearance.store.ts";
import type { TextKey } from "#src/kit/i18n/text-key.ts";
import { downloadFile } from "#src/kit/ui/download-file.ts";
import type { Action, ActionTools, BatchResult } from "#src/kit/ui/list/list-definition.ts";
import { printBoxLabels, printReceipt } from "./receipt-prints.contract.ts";
import type { ReceiptRow } from "./receipts.contract.ts";
import {
  cancelReceipt,
  closeShortReceipt,
  confirmReceipt,
  deleteDraft,
  returnReceipt,
  submitReceipt,
  withdrawReceipt,
} from "./receipts.contract.ts";
import { receiptActions as rules } from "./receipts.actions.ts";

/** Steps that only need a confirmation. */
export const plainSteps = {
  submit: submitReceipt,
  withdraw: withdrawReceipt,
  confirm: confirmReceipt,
  delete: deleteDraft,
} as const;
/** Steps that need a reason, which others will read. */
export const reasonedSteps = { return: returnReceipt, cancel: cancelReceipt, close_short: closeShortReceipt } as const;
export type PlainStep = keyof typeof plainSteps;
export type ReasonedStep = keyof typeof reasonedSteps;

/** A requested step that waits for its reason. */
export interface StepRequest {
  readonly step: ReasonedStep;
  readonly row: Pick<ReceiptRow, "receipt_uuid" | "version">;
}

async function each(step: PlainStep, { rows, caller, reload }: ActionTools<ReceiptRow>): Promise<BatchResult> {
  const result = await callRowByRow({
    rows,
    most: 1,
    id: ({ receipt_uuid }) => receipt_uuid,
    label: ({ receipt_number }) => receipt_number,
    perform: async (part) => {
      for (const { receipt_uuid, version } of part)
        await caller.client.call(plainSteps[step], { receipt_uuid, version }, { isQuiet: true });
    },
  });
  reload();
  return result;
}

/** Saves a receipt's document or its box labels, in the current language. */
export async function print(
  { client }: Caller,
  what: "labels" | "paper",
  { receipt_uuid, receipt_number }: Pick<ReceiptRow, "receipt_uuid" | "receipt_number">,
): Promise<void> {
  const { language } = useAppearance.getState();
  const call = what === "labels" ? printBoxLabels : printReceipt;
  await downloadFile(client, call, { receipt_uuid, language }, (name) => name || `${receipt_number}.pdf`);
}

function plain(step: PlainStep, more: Partial<Action<ReceiptRow>> = {}): Action<ReceiptRow> {
  return {
    id: step,
    label: `receipts.step.${step}` satisfies TextKey,
    needs: "some",
    confirm: `receipts.confirm.${step}` satisfies TextKey,
    rule: rules[step],
    perform: (tools) => each(step, tools),
    ...more,
  };
}

function reasoned(step: ReasonedStep, ask: (asked: StepRequest) => void): Action<ReceiptRow> {
  return {
    id: step,
    label: `receipts.step.${step}` satisfies TextKey,
    needs: "one",
    isDangerous: true,
    rule: rules[step],
    perform: ({ rows: [row] }) => {
      if (row !== undefined) ask({ step, row });
    },
  };
}

/** The actions of the receipts list. */
export function listReceiptActions(
  caller: Caller,
  open: { edit(uuid: string): void; fresh(): void; upload(): void; ask(asked: StepRequest): void },
): Action<ReceiptRow>[] {
  return [
    {
      id: "new",
      label: "receipts.action.new",
      needs: "none",
      shortcut: "n",
      isPrimary: true,
      rule: rules.create,
      perform: open.fresh,
    },
    { id: "import", label: "receipts.action.import", needs: "none", shortcut: "i", rule: rules.import, perform: open.upload },
    plain("submit", { shortcut: "s" }),
    plain("confirm", { shortcut: "c" }),
    {
      id: "edit",
      label: "receipts.action.edit",
      needs: "one",
      shortcut: "e",
      rule: rules.edit,
      perform: ({ rows: [row] }) => {
        if (row !== undefined) open.edit(row.receipt_uuid);
      },
    },
    plain("withdraw"),
    reasoned("return", open.ask),
    {
      id: "labels",
      label: "receipts.action.labels",
      needs: "one",
      rule: rules.labels,
      perform: ({ rows: [row] }) => (row === undefined ? undefined : print(caller, "labels", row)),
    },
    {
      id: "paper",
      label: "receipts.action.paper",
      needs: "one",
      rule: rules.paper,
      perform: ({ rows: [row] }) => (row === undefined ? undefined : print(caller, "paper", row)),
    },
    reasoned("close_short", open.ask),
    reasoned("cancel", open.ask),
    plain("delete", { isDangerous: true }),
  ];
}
