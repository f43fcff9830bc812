import type { SyntheticEvent } from "react";
import { useEffect, useId, useRef, useState } from "react";
import { useCallMutation, useCallQuery } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatNumber } from "#src/kit/lib/formats.ts";
import { Dialog } from "#src/kit/ui/dialog.tsx";
import { findFirstInvalid, focusFirstInvalid } from "#src/kit/ui/form/focus-field.ts";
import { SubmitButton } from "#src/kit/ui/form/submit-button.tsx";
import { NumberField } from "#src/kit/ui/number-field.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import { Select } from "#src/kit/ui/select.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { queryStorage } from "#src/warehouse/warehouses/warehouses.contract.ts";
import { splitOrder } from "./order-writes.contract.ts";
import { getOrder } from "./orders.contract.ts";
import { findSplitProblems } from "./split.rules.ts";
import type { SplitProblems } from "./split.rules.ts";

interface SplitProps {
  readonly uuid: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Moves pieces of an order to a new one, in the same warehouse or another. */
export function SplitDialog({ uuid, onDone, onClose }: SplitProps) {
  const { t, locale } = useTranslation();
  const { data: order, error } = useCallQuery(getOrder, { order_uuid: uuid });
  const warehouses = useCallQuery(queryStorage, { page_size: 200, is_closed: false }).data?.result ?? [];
  const split = useCallMutation(splitOrder);
  const [moved, setMoved] = useState<Readonly<Record<string, number | null>>>({});
  const [warehouse, setWarehouse] = useState("");
  const [problems, setProblems] = useState<SplitProblems | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  useEffect(() => {
    if (problems !== null) focusFirstInvalid(form.current);
  }, [problems]);
  const lines = order?.lines ?? [];
  const change = (lineUuid: string, value: number | null) => {
    setMoved((old) => ({ ...old, [lineUuid]: value }));
    // What was said was about another value.
    setProblems(null);
  };
  const getProblemText = (lineUuid: string, quantity: number) => {
    const problem = problems?.lines[lineUuid];
    if (problem === "tooMany") return t("orders.split.tooMany", { count: quantity });
    return problem === "notWhole" ? t("orders.split.notWhole") : undefined;
  };
  const press = async () => {
    if (order === undefined || split.isPending) return;
    const found = findSplitProblems(lines.map(({ line_uuid, quantity }) => ({ line_uuid, quantity, moved: moved[line_uuid] ?? null })));
    // A field that holds no whole number marks itself, and counts as empty here.
    const marked = found?.isAllOrNothing === false ? null : findFirstInvalid(form.current);
    if (marked !== null) return marked.focus();
    setProblems(found);
    if (found !== null) return;
    const chosen = lines.map(({ line_uuid }) => ({ line_uuid, quantity: moved[line_uuid] ?? 0 }));
    try {
      const { new_order } = await split.perform({
        order_uuid: uuid,
        version: order.version,
        warehouse_uuid: warehouse === "" ? null : warehouse,
        lines: chosen.filter(({ quantity }) => quantity > 0),
      });
      useToasts.getState().show("good", t("orders.split.done", { number: new_order.order_number }));
      onClose();
    } catch (caught) {
      // A toast has reported it; the input stays.
      if (!(caught instanceof CallProblem)) throw caught;
    } finally {
      onDone();
    }
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    void press();
  };
  return (
    <Dialog title={t("orders.step.split")} actions={null} closeText={t("ui.close")} onClose={onClose}>
      <form ref={form} id={formId} className="stack" noValidate onSubmit={submit}>
        <p>{t("orders.split.text")}</p>
        {error !== null && <Notice tone="bad" title={t("ui.failed")} />}
        {order === undefined && error === null && <p className="quiet">{t("ui.loading")}</p>}
        {lines.map(({ line_uuid, sku, title, quantity }) => (
          <div key={line_uuid} className="order-split">
            <span>
              <strong>{sku}</strong> <span className="quiet">{title}</span>
            </span>
            <NumberField
              label={t("orders.split.move", { sku })}
              isLabelHidden
              value={moved[line_uuid] ?? null}
              error={getProblemText(line_uuid, quantity)}
              min={0}
              max={quantity}
              unit={t("orders.split.of", { shown: formatNumber(quantity, locale) })}
              onNumber={(value) => change(line_uuid, value)}
            />
          </div>
        ))}
        <Select
          label={t("orders.split.warehouse")}
          value={warehouse}
          nothing={t("orders.split.sameWarehouse")}
          options={warehouses.map(({ warehouse_uuid, name }) => ({ value: warehouse_uuid, text: name }))}
          onValue={setWarehouse}
        />
        {problems?.isAllOrNothing === true && <Notice tone="bad" title={t("orders.split.wrong")} />}
        <SubmitButton formId={formId} isBusy={split.isPending} isDisabled={order === undefined} text={t("orders.step.split")} />
      </form>
    </Dialog>
  );
}
