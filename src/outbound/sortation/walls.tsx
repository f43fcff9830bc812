import { useMemo, useState } from "react";
import { useAppearance } from "#src/company/appearance/appearance.store.ts";
import type { Caller } from "#src/kit/api/call-hooks.tsx";
import { useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Translate } from "#src/kit/i18n/translation.store.ts";
import { ActionButton } from "#src/kit/ui/action/action-button.tsx";
import { isPermitted } from "#src/kit/ui/action/action.ts";
import { downloadFile } from "#src/kit/ui/download-file.ts";
import { FormDialog } from "#src/kit/ui/form-dialog.tsx";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import { Form } from "#src/kit/ui/form/lazy-form.tsx";
import { Select } from "#src/kit/ui/select.tsx";
import type { ShortColumn } from "#src/kit/ui/short-table.tsx";
import { ShortTable } from "#src/kit/ui/short-table.tsx";
import { printLocationLabels } from "#src/warehouse/warehouses/locations.contract.ts";
import { queryStorage } from "#src/warehouse/warehouses/warehouses.contract.ts";
import { sortationActions } from "./sortation.actions.ts";
import { createWall, getWall, updateWall } from "./sortation.contract.ts";
import type { WallRow } from "./sortation.contract.ts";
import { longestCode, mostRows } from "./sortation.rules.ts";

const name = { kind: "text", label: "sortation.column.name", isRequired: true, maxLength: 60, autoComplete: "off" } as const;
const size = { kind: "number", isRequired: true, min: 1, max: mostRows } as const;
const sizes = { row_count: { ...size, label: "sortation.rows" }, column_count: { ...size, label: "sortation.columns" } } as const;

interface Warehouse {
  readonly warehouse_uuid: string;
  readonly name: string;
}

function newForm(warehouses: readonly Warehouse[]) {
  return defineForm({
    name: "sortation.create-wall",
    schema: createWall.input,
    submit: "sortation.add",
    keepsDraft: false,
    refusalsAt: {
      "sortation.nameTaken": "name",
      "sortation.codeTaken": "code",
      "warehouses.barcodeShape": "code",
      "warehouses.barcodeTaken": "code",
    },
    fields: {
      warehouse_uuid: {
        kind: "custom",
        label: "sortation.warehouse",
        isRequired: true,
        render: ({ value, onChange, values: _values, partErrors: _errors, onHold: _onHold, ...field }) => (
          <Select
            {...field}
            value={typeof value === "string" ? value : ""}
            options={warehouses.map((one) => ({ value: one.warehouse_uuid, text: one.name }))}
            onValue={onChange}
          />
        ),
      },
      name,
      code: {
        kind: "text",
        label: "sortation.column.code",
        hint: "sortation.codeHint",
        isRequired: true,
        maxLength: longestCode,
        autoComplete: "off",
      },
      ...sizes,
    },
    send: (values, { client }) => client.call(createWall, values),
  });
}

function editForm({ wall_uuid, version }: WallRow) {
  return defineForm({
    name: "sortation.update-wall",
    schema: updateWall.input.omit({ wall_uuid: true, version: true }),
    submit: "sortation.save",
    keepsDraft: false,
    refusalsAt: { "sortation.nameTaken": "name" },
    fields: { name, ...sizes, is_active: { kind: "switch", label: "sortation.inUse" } },
    send: (values, { client }) => client.call(updateWall, { ...values, wall_uuid, version }),
  });
}

type Open = { readonly kind: "add" } | { readonly kind: "edit"; readonly wall: WallRow };

interface DialogProps {
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

function AddDialog({ warehouses, onChanged, onClose }: DialogProps & { readonly warehouses: readonly Warehouse[] }) {
  const { t } = useTranslation();
  const form = useMemo(() => newForm(warehouses), [warehouses]);
  const initial = { warehouse_uuid: warehouses[0]?.warehouse_uuid ?? "", name: "", code: "", row_count: 4, column_count: 6 };
  return (
    <FormDialog title={t("sortation.add")} onClose={onClose}>
      <Form of={form} initial={initial} onDone={onChanged} />
    </FormDialog>
  );
}

function EditDialog({ wall, onChanged, onClose }: DialogProps & { readonly wall: WallRow }) {
  const { t } = useTranslation();
  const form = useMemo(() => editForm(wall), [wall]);
  const { name: title, row_count, column_count, is_active } = wall;
  return (
    <FormDialog title={t("sortation.edit", { name: title })} onClose={onClose}>
      <Form of={form} initial={{ name: title, row_count, column_count, is_active }} onDone={onChanged} />
    </FormDialog>
  );
}

/** Saves the labels of a wall's slots, in the size of the warehouse's location labels. */
async function printSlotLabels({ client }: Caller, { wall_uuid, code }: WallRow): Promise<void> {
  const { language } = useAppearance.getState();
  const { slots } = await client.call(getWall, { wall_uuid });
  const location_uuids = slots.map(({ location_uuid }) => location_uuid);
  await downloadFile(client, printLocationLabels, { location_uuids, language }, (sent) => sent || `${code}.pdf`);
}

function listColumns(t: Translate, caller: Caller, setOpen: (open: Open) => void): readonly ShortColumn<WallRow>[] {
  return [
    { id: "name", title: t("sortation.column.name"), show: (wall) => <strong>{wall.name}</strong> },
    { id: "code", title: t("sortation.column.code"), show: ({ code }) => <span translate="no">{code}</span> },
    {
      id: "taken",
      title: t("sortation.column.slots"),
      show: ({ taken_slots, row_count, column_count }) => t("sortation.of", { pieces: taken_slots, of: row_count * column_count }),
      isNumber: true,
    },
    {
      id: "totes",
      title: t("sortation.column.totes"),
      show: ({ totes, is_active }) => (is_active ? totes.join(", ") : t("sortation.outOfUse")),
    },
    {
      id: "actions",
      title: t("sortation.column.actions"),
      show: (wall) => (
        <span className="row">
          <ActionButton of={sortationActions.edit} subject={wall} onClick={() => setOpen({ kind: "edit", wall })}>
            {t("sortation.change")}
          </ActionButton>
          <ActionButton of={sortationActions.labels} subject={wall} onClick={() => void printSlotLabels(caller, wall)}>
            {t("sortation.labels")}
          </ActionButton>
        </span>
      ),
    },
  ];
}

/** The walls, which the provider adds and changes. */
export function Walls({ rows, onChanged }: { rows: readonly WallRow[]; onChanged: () => void }) {
  const { t } = useTranslation();
  const caller = useCaller();
  // Read before the dialog is open, which would grow when they came.
  const warehouses = useCallQuery(queryStorage, { page_size: 200 }, { enabled: isPermitted(sortationActions.create, caller) }).data?.result;
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const changed = () => {
    onChanged();
    close();
  };
  return (
    <div className="distribution-part">
      <h2>{t("sortation.walls")}</h2>
      <ShortTable
        label={t("sortation.walls")}
        columns={listColumns(t, caller, setOpen)}
        rows={rows}
        rowKey={({ wall_uuid }) => wall_uuid}
        empty={t("sortation.noWalls")}
      />
      <div className="row">
        <ActionButton of={sortationActions.create} subject={null} onClick={() => setOpen({ kind: "add" })}>
          {t("sortation.add")}
        </ActionButton>
      </div>
      {open?.kind === "add" && warehouses !== undefined && <AddDialog warehouses={warehouses} onChanged={changed} onClose={close} />}
      {open?.kind === "edit" && <EditDialog wall={open.wall} onChanged={changed} onClose={close} />}
    </div>
  );
}
