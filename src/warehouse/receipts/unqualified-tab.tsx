import { useState } from "react";
import { useCaller, useCallMutation } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatInstant, formatNumber } from "#src/kit/lib/formats.ts";
import { ActionButton } from "#src/kit/ui/action/action-button.tsx";
import { isPermitted } from "#src/kit/ui/action/action.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { Dialog } from "#src/kit/ui/dialog.tsx";
import { RadioGroup } from "#src/kit/ui/radio-group.tsx";
import { NumberField } from "#src/kit/ui/number-field.tsx";
import { TextField } from "#src/kit/ui/text-field.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import type { ShortColumn } from "#src/kit/ui/short-table.tsx";
import { ShortTable } from "#src/kit/ui/short-table.tsx";
import { receiptActions } from "./receipts.actions.ts";
import type { ReceiptDetail, ReceiptLine } from "./receipts.contract.ts";
import { decideUnqualified, decisions } from "./receipts.contract.ts";
import { getUndecidedPieces } from "./receipts.rules.ts";

function DecideDialog({ of, line, onDone, onClose }: { of: ReceiptDetail; line: ReceiptLine; onDone: () => void; onClose: () => void }) {
  const { t } = useTranslation();
  const most = getUndecidedPieces(line);
  const [decision, setDecision] = useState<(typeof decisions)[number]>("return");
  const [quantity, setQuantity] = useState<number | null>(most);
  const [remark, setRemark] = useState("");
  const { perform, isPending } = useCallMutation(decideUnqualified);
  const pieces = quantity ?? 0;
  const isWrong = pieces < 1 || pieces > most;
  const send = async () => {
    if (isWrong) return;
    try {
      await perform({ receipt_uuid: of.receipt_uuid, line_uuid: line.line_uuid, decision, quantity: pieces, remark: remark.trim() });
      useToasts.getState().show("good", t("receipts.decide.done"));
      onClose();
    } catch (error) {
      if (!(error instanceof CallProblem)) throw error;
    } finally {
      onDone();
    }
  };
  return (
    <Dialog
      title={t("receipts.decide.title", { sku: line.sku })}
      closeText={t("ui.cancel")}
      onClose={onClose}
      actions={
        <Button tone="primary" isDisabled={isPending || isWrong} onClick={() => void send()}>
          {t("receipts.decide.submit")}
        </Button>
      }
    >
      <RadioGroup
        look="segments"
        label={t("receipts.decide.what")}
        value={decision}
        options={decisions.map((value) => ({ value, text: t(`receipts.decision.${value}`) }))}
        onValue={setDecision}
      />
      <NumberField
        label={t("receipts.column.pieces")}
        value={quantity}
        onNumber={setQuantity}
        {...(isWrong ? { error: t("receipts.decide.wrong", { count: most }) } : {})}
      />
      <TextField label={t("receipts.column.remark")} value={remark} maxLength={500} onText={setRemark} />
    </Dialog>
  );
}

type Words = ReturnType<typeof useTranslation>;

/** Leads the owner to the decision; shows others whose decision is awaited. */
function Decide({ of, onOpen }: { of: ReceiptDetail; onOpen: () => void }) {
  const { t } = useTranslation();
  const caller = useCaller();
  if (!isPermitted(receiptActions.decide, caller))
    return <span className="quiet">{t("receipts.decide.waitsFor", { name: of.owner_name })}</span>;
  return (
    <ActionButton of={receiptActions.decide} subject={of} onClick={onOpen}>
      {t("receipts.decide.submit")}
    </ActionButton>
  );
}

function waitingColumns({ t, locale }: Words, of: ReceiptDetail, open: (line: ReceiptLine) => void): ShortColumn<ReceiptLine>[] {
  return [
    { id: "sku", title: t("receipts.draft.sku"), show: ({ sku }) => <strong>{sku}</strong> },
    { id: "lot", title: t("receipts.draft.lot"), show: ({ lot }) => lot },
    { id: "pieces", title: t("receipts.decide.waiting"), isNumber: true, show: (one) => formatNumber(getUndecidedPieces(one), locale) },
    {
      id: "do",
      title: t("receipts.decide.what"),
      show: (one) => <Decide of={of} onOpen={() => open(one)} />,
    },
  ];
}

function decidedColumns({ t, locale }: Words): ShortColumn<ReceiptDetail["decisions"][number]>[] {
  return [
    { id: "at", title: t("receipts.column.at"), show: ({ at }) => formatInstant(at, locale) },
    { id: "sku", title: t("receipts.draft.sku"), show: ({ sku }) => <strong>{sku}</strong> },
    { id: "decision", title: t("receipts.decide.what"), show: ({ decision }) => t(`receipts.decision.${decision}`) },
    { id: "pieces", title: t("receipts.column.pieces"), isNumber: true, show: ({ quantity }) => formatNumber(quantity, locale) },
    { id: "remark", title: t("receipts.column.remark"), show: ({ remark }) => remark },
    { id: "by", title: t("receipts.column.by"), show: ({ decided_by }) => decided_by },
  ];
}

/** Lists unqualified pieces with their owner's decisions. */
export function UnqualifiedTab({ of, onChanged }: { of: ReceiptDetail; onChanged: () => void }) {
  const words = useTranslation();
  const { t } = words;
  const [line, setLine] = useState<ReceiptLine | null>(null);
  const waiting = of.lines.filter((one) => getUndecidedPieces(one) > 0);
  return (
    <div className="stack">
      <ShortTable
        keepsColumns
        label={t("receipts.decide.waiting")}
        columns={waitingColumns(words, of, setLine)}
        rows={waiting}
        rowKey={({ line_uuid }) => line_uuid}
        empty={t("receipts.none.undecided")}
      />
      {of.decisions.length > 0 && (
        <>
          <h2>{t("receipts.decide.made")}</h2>
          <ShortTable
            keepsColumns
            label={t("receipts.decide.made")}
            columns={decidedColumns(words)}
            rows={of.decisions}
            rowKey={({ decision_uuid }) => decision_uuid}
            empty=""
          />
        </>
      )}
      {line !== null && <DecideDialog of={of} line={line} onDone={onChanged} onClose={() => setLine(null)} />}
    </div>
  );
}
