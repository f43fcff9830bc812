import "./box-builder.css";
import { useId, useState } from "react";
import { z } from "zod";
import { useCaller, useCallMutation } from "#src/kit/api/call-hooks.tsx";
import { CallProblem, newKey } from "#src/kit/api/client.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatNumber } from "#src/kit/lib/formats.ts";
import { BlockableAction } from "#src/kit/ui/action/action-button.tsx";
import { isPermitted } from "#src/kit/ui/action/action.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { defineSavedWork } from "#src/warehouse/scanning/saved-work.storage.ts";
import { BoxTable } from "./box-table.tsx";
import { countLeft, draftBox, findBoxFault, nameGoods, toParcels } from "./box-builder.rules.ts";
import type { DraftBox } from "./box-builder.rules.ts";
import { EqualBoxesForm } from "./equal-boxes-form.tsx";
import { packingActions } from "./packing.actions.ts";
import { packOrder } from "./packing.contract.ts";
import type { Packing } from "./packing.contract.ts";
import { mostParcels } from "./packing.rules.ts";

/** The boxes of an order that is not packed yet, by person and order: enough to go on after a reload. */
const savedBoxes = defineSavedWork("packing.boxes", z.array(draftBox));

/** What is in no box yet, by SKU: always visible. */
function WhatIsLeft({ packing: { items }, boxes }: { readonly packing: Packing; readonly boxes: readonly DraftBox[] }) {
  const { t, locale } = useTranslation();
  return (
    <ul className="box-left" aria-label={t("packing.builder.left")}>
      {items.map((item) => {
        const left = countLeft(item, boxes);
        const tone = left === 0 ? "good" : left < 0 ? "bad" : "warn";
        const words = left < 0 ? "packing.builder.over" : "packing.builder.leftOf";
        const figures = { count: Math.abs(left), all: formatNumber(item.quantity, locale) };
        return (
          <li key={`${item.variant_uuid} ${item.lot}`} className="row">
            <strong translate="no">{nameGoods(item)}</strong>
            <StatusTag tone={tone} text={t(words, figures)} />
          </li>
        );
      })}
    </ul>
  );
}

interface BuilderProps {
  readonly packing: Packing;
  /** the order was packed, or its state has changed */
  readonly onPacked: () => void;
}

/** Packs a shipping notice: a table of boxes and the pieces of each SKU in them. The draft survives a reload. */
export function BoxBuilder({ packing, onPacked }: BuilderProps) {
  const { t } = useTranslation();
  const caller = useCaller();
  const hint = useId();
  const person = `${caller.scope.username} ${packing.order_uuid}`;
  const call = useCallMutation(packOrder);
  const [boxes, setBoxes] = useState<readonly DraftBox[]>(() => savedBoxes.read(person) ?? []);
  const change = (now: readonly DraftBox[]) => {
    setBoxes(now);
    savedBoxes.write(person, now.length === 0 ? null : [...now]);
  };
  const fault = findBoxFault(packing.items, boxes);
  const reason = fault === null ? null : t(`packing.builder.fault.${fault.fault}`, { count: fault.count, most: mostParcels });
  const addBox = () => change([...boxes, { key: newKey(), mark: "", box_uuid: null, counts: {}, length: "", width: "", height: "" }]);

  async function pack(): Promise<void> {
    if (fault !== null || call.isPending) return;
    try {
      const packed = await call.perform({ order_uuid: packing.order_uuid, parcels: toParcels(packing.items, boxes) });
      change([]);
      useToasts.getState().show("good", t("packing.builder.packed", { count: packed.parcels.length, order: packing.order_number }));
    } catch (error) {
      // A toast has reported it.
      if (!(error instanceof CallProblem)) throw error;
    }
    // Also after a refusal: somebody else may have been first.
    onPacked();
  }

  if (!isPermitted(packingActions.pack, caller)) return <p className="quiet">{t("packing.builder.notYours")}</p>;
  if (packing.is_held) return <Notice tone="warn" title={t("packing.builder.held")} />;
  return (
    <section
      className="stack box-builder"
      aria-label={t("packing.builder.title")}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void pack();
      }}
    >
      <p className="quiet small" id={hint}>
        {t("packing.builder.keys")}
      </p>
      <div className="box-bar">
        <WhatIsLeft packing={packing} boxes={boxes} />
        <BlockableAction reason={reason}>
          {(blocked) => (
            <Button tone={fault === null ? "primary" : "normal"} isPending={call.isPending} onClick={() => void pack()} {...blocked}>
              {t("packing.builder.pack", { count: boxes.length })}
            </Button>
          )}
        </BlockableAction>
      </div>
      <EqualBoxesForm packing={packing} boxes={boxes} onChange={change} />
      {boxes.length > 0 && <BoxTable packing={packing} boxes={boxes} hint={hint} onChange={change} />}
      <div className="row">
        <Button onClick={addBox} isDisabled={boxes.length >= mostParcels}>
          {t("packing.builder.add")}
        </Button>
        {boxes.length > 0 && <Button onClick={() => change([])}>{t("packing.builder.clear")}</Button>}
      </div>
    </section>
  );
}
