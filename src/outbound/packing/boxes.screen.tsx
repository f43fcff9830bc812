import { useCallback, useMemo, useState } from "react";
import { z } from "zod";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { useCallReload } from "#src/kit/api/use-call-reload.ts";
import { formatNumber } from "#src/kit/lib/formats.ts";
import { formatSize } from "#src/kit/lib/size.ts";
import { isPermitted } from "#src/kit/ui/action/action.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { FormDialog } from "#src/kit/ui/form-dialog.tsx";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import { Form } from "#src/kit/ui/form/lazy-form.tsx";
import { defineList } from "#src/kit/ui/list/list-definition.ts";
import { List } from "#src/kit/ui/list/list.tsx";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import type { Box } from "./boxes.contract.ts";
import { boxFields, createBox, listBoxes, updateBox } from "./boxes.contract.ts";
import { packingActions } from "./packing.actions.ts";
import { getPacking } from "./packing.contract.ts";
import { boxKinds } from "./packing.rules.ts";
import { printBoxCodes } from "./print-box-codes.calls.ts";

const reads = [listBoxes, getPacking] as const;
type Open = (dialog: Box | "new") => void;

function boxesList(open: Open) {
  return defineList({
    name: "packing.boxes",
    call: listBoxes,
    title: "packing.boxes.title",
    rowKey: ({ box_uuid }) => box_uuid,
    cardTitle: "name",
    secondLine: ["size", "status"],
    columns: [
      { id: "name", title: "packing.boxes.name", text: ({ name }) => name },
      { id: "kind", title: "packing.boxes.kind", text: ({ kind }, { t }) => t(`packing.boxes.kinds.${kind}`) },
      {
        id: "size",
        title: "packing.boxes.size",
        text: ({ length_mm, width_mm, height_mm }, { locale }) => formatSize([length_mm, width_mm, height_mm], locale),
      },
      {
        id: "weight",
        title: "packing.boxes.weight",
        align: "end",
        text: ({ weight_grams }, { t, locale }) => t("packing.grams", { grams: formatNumber(weight_grams, locale) }),
      },
      {
        id: "most",
        title: "packing.boxes.most",
        align: "end",
        text: ({ max_weight_grams: most }, { t, locale }) =>
          most === null ? "" : t("packing.grams", { grams: formatNumber(most, locale) }),
      },
      {
        id: "status",
        title: "packing.boxes.status",
        text: ({ is_active }, { t }) => t(is_active ? "packing.boxes.active" : "packing.boxes.inactive"),
        render: ({ is_active }, { t }) => (
          <StatusTag tone={is_active ? "good" : "quiet"} text={t(is_active ? "packing.boxes.active" : "packing.boxes.inactive")} />
        ),
      },
    ],
    filters: [
      {
        field: "is_active",
        label: "packing.boxes.status",
        kind: "choice",
        options: [
          { value: "true", text: "packing.boxes.active" },
          { value: "false", text: "packing.boxes.inactive" },
        ],
      },
    ],
    actions: [
      {
        id: "new",
        label: "packing.boxes.new",
        needs: "none",
        shortcut: "n",
        isPrimary: true,
        rule: packingActions.createBox,
        perform: () => open("new"),
      },
      {
        id: "edit",
        label: "packing.boxes.edit",
        needs: "one",
        rule: packingActions.editBox,
        perform: ({ rows: [box] }) => {
          if (box !== undefined) open(box);
        },
      },
      {
        id: "labels",
        label: "packing.boxes.labels",
        needs: "some",
        shortcut: "p",
        rule: packingActions.labelBoxes,
        perform: ({ rows, caller }) => printBoxCodes(caller, rows),
      },
    ],
    onOpen: (box, { caller }) => {
      if (isPermitted(packingActions.editBox, caller)) open(box);
    },
    empty: { text: "packing.boxes.empty", action: "new" },
  });
}

const fields = z.strictObject({ ...boxFields, is_active: z.boolean() });
type BoxValues = z.output<typeof fields>;
const isBox = ({ kind }: Pick<BoxValues, "kind">) => kind === "box";
/** Entered in cm, stored in mm. */
const side = { kind: "number", unit: "packing.boxes.cm", per: 10, digits: 1, when: isBox } as const;

function boxForm(of: Box | null) {
  return defineForm({
    name: of === null ? "packing.new-box" : "packing.edit-box",
    schema: fields,
    submit: of === null ? "packing.boxes.create" : "packing.boxes.save",
    keepsDraft: false,
    refusalsAt: { "packing.boxNameTaken": "name", "packing.boxIncomplete": "length_mm" },
    fields: {
      name: {
        kind: "text",
        label: "packing.boxes.name",
        hint: "packing.boxes.nameHint",
        isRequired: true,
        maxLength: 60,
        autoComplete: "off",
      },
      kind: {
        kind: "choice",
        label: "packing.boxes.kind",
        isRequired: true,
        options: boxKinds.map((value) => ({ value, text: `packing.boxes.kinds.${value}` as const })),
      },
      length_mm: { ...side, label: "packing.boxes.length" },
      width_mm: { ...side, label: "packing.boxes.width" },
      height_mm: { ...side, label: "packing.boxes.height" },
      weight_grams: { kind: "number", unit: "warehouses.unit.grams", label: "packing.boxes.weight", isRequired: true },
      max_weight_grams: {
        kind: "number",
        unit: "warehouses.unit.grams",
        label: "packing.boxes.most",
        hint: "packing.boxes.mostHint",
        when: isBox,
      },
      is_active: { kind: "switch", label: "packing.boxes.isActive" },
    },
    send: ({ is_active, ...values }, { client }) => {
      const own = isBox(values) ? values : { ...values, length_mm: null, width_mm: null, height_mm: null, max_weight_grams: null };
      return of === null
        ? client.call(createBox, own)
        : client.call(updateBox, { ...own, is_active, box_uuid: of.box_uuid, version: of.version });
    },
  });
}

interface BoxDialogProps {
  /** null: a new one */
  readonly box: Box | null;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

function BoxDialog({ box, onChanged, onClose }: BoxDialogProps) {
  const { t } = useTranslation();
  const form = useMemo(() => boxForm(box), [box]);
  const done = (_answer: unknown, { name }: { readonly name: string }) => {
    useToasts.getState().show("good", t("packing.boxes.saved", { name }));
    onChanged();
    onClose();
  };
  const { box_uuid: _uuid, version: _version, ...initial } = box ?? { box_uuid: "", version: 1, kind: "box" as const, is_active: true };
  return (
    <FormDialog title={t(box === null ? "packing.boxes.new" : "packing.boxes.edit")} onClose={onClose}>
      <Form of={form} initial={initial} onDone={done} />
    </FormDialog>
  );
}

/** The provider's boxes and consumables. */
export function BoxesPanel({ onBack }: { readonly onBack: () => void }) {
  const { t } = useTranslation();
  const reload = useCallReload(reads);
  const [dialog, setDialog] = useState<Box | "new" | null>(null);
  const list = useMemo(() => boxesList(setDialog), []);
  const close = useCallback(() => setDialog(null), []);
  return (
    <div className="stack">
      <h1>{t("packing.boxes.title")}</h1>
      <div>
        <Button onClick={onBack}>{t("packing.boxes.back")}</Button>
      </div>
      <p className="quiet">{t("packing.boxes.intro")}</p>
      <List of={list} />
      {dialog !== null && <BoxDialog box={dialog === "new" ? null : dialog} onChanged={reload} onClose={close} />}
    </div>
  );
}
