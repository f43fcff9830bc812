import type { Caller } from "#src/api/caller.tsx";
import { mayCall } from "#src/api/caller.tsx";
import { rowByRow } from "#src/api/row-by-row.ts";
import { useAppearance } from "#src/appearance/appearance.store.ts";
import type { TextKey } from "#src/i18n/text-key.ts";
import { downloadFile } from "#src/ui/download-file.ts";
import type { Action, ActionTools, BatchResult } from "#src/ui/list/list-definition.ts";
import type { ReceiptRow } from "./receipts.contract.ts";
import {
  cancelReceipt,
  closeShortReceipt,
  confirmReceipt,
  deleteDraft,
  printBoxLabels,
  printReceipt,
  returnReceipt,
  submitReceipt,
  withdrawReceipt,
} from "./receipts.contract.ts";
import type { ReceiptStatus } from "./receipts.machine.ts";
import { mayOn } from "./receipts.machine.ts";

/** Steps that need no more than a yes. */
export const plainSteps = {
  submit: submitReceipt,
  withdraw: withdrawReceipt,
  confirm: confirmReceipt,
  delete: deleteDraft,
} as const;
/** Steps whose reason others will read. */
export const reasonedSteps = { return: returnReceipt, cancel: cancelReceipt, close_short: closeShortReceipt } as const;
export type PlainStep = keyof typeof plainSteps;
export type ReasonedStep = keyof typeof reasonedSteps;
type Step = PlainStep | ReasonedStep;
const steps = { ...plainSteps, ...reasonedSteps };

/** A step that was asked for and waits for its reason. */
export interface Asked {
  readonly step: ReasonedStep;
  readonly row: Pick<ReceiptRow, "receipt_uuid" | "version">;
}

/** Whether this person may take this step from this state. */
export function mayStep(caller: Caller, step: Step, status: ReceiptStatus): boolean {
  return caller.role !== null && mayCall(caller, steps[step]) && mayOn(caller.role, step, status);
}

async function each(step: PlainStep, { rows, caller, reload }: ActionTools<ReceiptRow>): Promise<BatchResult> {
  const result = await rowByRow({
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

/** Saves a receipt's paper or its boxes' labels, in the language that is read now. */
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
    allowed: (caller) => mayCall(caller, plainSteps[step]),
    perform: (tools) => each(step, tools),
    ...more,
  };
}

function reasoned(step: ReasonedStep, ask: (asked: Asked) => void): Action<ReceiptRow> {
  return {
    id: step,
    label: `receipts.step.${step}` satisfies TextKey,
    needs: "one",
    isDangerous: true,
    allowed: (caller) => mayCall(caller, reasonedSteps[step]),
    perform: ({ rows: [row] }) => {
      if (row !== undefined) ask({ step, row });
    },
  };
}

/** What can be done with receipts of the list; whether it fits a row, the machine's table says. */
export function receiptActions(
  caller: Caller,
  open: { edit(uuid: string): void; fresh(): void; upload(): void; ask(asked: Asked): void },
): Action<ReceiptRow>[] {
  const fits =
    (step: Step) =>
    ({ status }: ReceiptRow) =>
      mayStep(caller, step, status);
  const withFit = (action: Action<ReceiptRow>, step: Step) => ({ ...action, fits: fits(step) });
  return [
    {
      id: "new",
      label: "receipts.action.new",
      needs: "none",
      shortcut: "n",
      isPrimary: true,
      allowed: (who) => mayCall(who, submitReceipt),
      perform: open.fresh,
    },
    {
      id: "import",
      label: "receipts.action.import",
      needs: "none",
      shortcut: "i",
      allowed: (who) => mayCall(who, submitReceipt),
      perform: open.upload,
    },
    withFit(plain("submit", { shortcut: "s" }), "submit"),
    withFit(plain("confirm", { shortcut: "c" }), "confirm"),
    {
      id: "edit",
      label: "receipts.action.edit",
      needs: "one",
      shortcut: "e",
      allowed: (who) => mayCall(who, submitReceipt),
      fits: ({ status }) => status === "draft",
      perform: ({ rows: [row] }) => {
        if (row !== undefined) open.edit(row.receipt_uuid);
      },
    },
    withFit(plain("withdraw"), "withdraw"),
    withFit(reasoned("return", open.ask), "return"),
    {
      id: "labels",
      label: "receipts.action.labels",
      needs: "one",
      fits: ({ box_count }) => box_count > 0,
      perform: ({ rows: [row] }) => (row === undefined ? undefined : print(caller, "labels", row)),
    },
    {
      id: "paper",
      label: "receipts.action.paper",
      needs: "one",
      perform: ({ rows: [row] }) => (row === undefined ? undefined : print(caller, "paper", row)),
    },
    withFit(reasoned("close_short", open.ask), "close_short"),
    withFit(reasoned("cancel", open.ask), "cancel"),
    withFit(plain("delete", { isDangerous: true }), "delete"),
  ];
}
