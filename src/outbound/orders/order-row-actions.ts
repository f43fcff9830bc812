import { callRowByRow } from "#src/kit/api/row-by-row.ts";
import type { Client } from "#src/kit/api/client.ts";
import type { TextKey } from "#src/kit/i18n/text-key.ts";
import type { Action, ActionTools, BatchResult } from "#src/kit/ui/list/list-definition.ts";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import {
  acceptCancel,
  allocateOrders,
  confirmOrders,
  delayOrders,
  releaseStock,
  submitOrders,
  withdrawOrders,
} from "./order-batches.contract.ts";
import type { AskStep } from "./order-dialogs.tsx";
import type { AskedStep } from "./order-steps.ts";
import type { SendStep } from "./order-steps.ts";
import { takeStep } from "./order-steps.ts";
import { deleteOrder, mergeOrders } from "./order-writes.contract.ts";
import { orderActions as rules } from "./orders.actions.ts";
import type { OrderRow } from "./orders.contract.ts";

/** Steps that only need a confirmation. */
export const plainSteps = {
  submit: (client, order_ids) => client.call(submitOrders, { order_ids }),
  withdraw: (client, order_ids) => client.call(withdrawOrders, { order_ids }),
  confirm: (client, order_ids) => client.call(confirmOrders, { order_ids }),
  allocate: (client, order_ids) => client.call(allocateOrders, { order_ids }),
  release_stock: (client, order_ids) => client.call(releaseStock, { order_ids }),
  accept_cancel: (client, order_ids) => client.call(acceptCancel, { order_ids }),
  end_delay: (client, order_ids) => client.call(delayOrders, { order_ids, delay_until: null }),
} as const satisfies Record<string, SendStep>;
export type PlainStep = keyof typeof plainSteps;

/** Bounds of a merge, as in its call. */
const fewestMerged = 2;
const mostMerged = 50;

/** Deletes drafts, which works one by one. */
export function deleteDrafts(client: Client, rows: readonly OrderRow[]): Promise<BatchResult> {
  return callRowByRow({
    rows,
    most: 1,
    id: ({ order_uuid }) => order_uuid,
    label: ({ order_number }) => order_number,
    perform: async (part) => {
      for (const { order_uuid, version } of part) await client.call(deleteOrder, { order_uuid, version }, { isQuiet: true });
    },
  });
}

/** Merges orders. Merged ones are deselected; if any is refused, none is merged, and the server names all of them as failed. */
async function merge({ rows, caller, t, reload, deselect }: ActionTools<OrderRow>): Promise<BatchResult | void> {
  const { order, done, failed } = await caller.client.call(mergeOrders, { order_ids: rows.map(({ order_uuid }) => order_uuid) });
  reload();
  if (order !== null) {
    deselect();
    return useToasts.getState().show("good", t("orders.merge.done", { count: done, number: order.order_number }));
  }
  const numbers = new Map(rows.map(({ order_uuid, order_number }) => [order_uuid, order_number]));
  return { done, failed: failed.map(({ order_id, message }) => ({ id: order_id, label: numbers.get(order_id) ?? "", message })) };
}

type Row = Action<OrderRow>;

function plain(step: PlainStep, more: Partial<Row> = {}): Row {
  return {
    id: step,
    label: `orders.step.${step}` satisfies TextKey,
    needs: "some",
    confirm: `orders.confirm.${step}` satisfies TextKey,
    rule: rules[step],
    perform: async ({ rows, caller, reload }) => {
      const result = await takeStep(caller.client, rows, plainSteps[step]);
      reload();
      return result;
    },
    ...more,
  };
}

function asked(step: AskedStep, ask: AskStep, more: Partial<Row> = {}): Row {
  return {
    id: step,
    label: `orders.step.${step}` satisfies TextKey,
    needs: "some",
    rule: rules[step],
    perform: async ({ rows, reload }) => {
      const result = await ask({ step, orders: rows });
      reload();
      return result ?? undefined;
    },
    ...more,
  };
}

function one(id: "edit" | "split", open: (uuid: string) => void, shortcut?: string): Row {
  return {
    id,
    label: `orders.step.${id}` satisfies TextKey,
    needs: "one",
    rule: rules[id],
    ...(shortcut === undefined ? {} : { shortcut }),
    perform: ({ rows: [row] }) => {
      if (row !== undefined) open(row.order_uuid);
    },
  };
}

/** What a list's actions open. */
export interface OrderDoors {
  readonly show: (uuid: string) => void;
  readonly edit: (uuid: string) => void;
  readonly fresh: () => void;
  /** null where orders of a kind are listed that no workbook creates */
  readonly upload: (() => void) | null;
  readonly split: (uuid: string) => void;
  readonly ask: AskStep;
  /** actions of other slices (`OrderActions`) */
  readonly added: readonly Row[];
}

/** The actions of a list of orders, those that are needed most often first. Each user sees those of their role. */
export function listOrderActions({ edit, fresh, upload, split, ask, added }: OrderDoors): Row[] {
  return [
    { id: "new", label: "orders.step.create", needs: "none", shortcut: "n", isPrimary: true, rule: rules.create, perform: fresh },
    ...(upload === null
      ? []
      : [{ id: "import", label: "orders.step.import", needs: "none", shortcut: "i", rule: rules.import, perform: upload } satisfies Row]),
    plain("submit", { shortcut: "s" }),
    plain("confirm", { shortcut: "c" }),
    asked("return", ask, { shortcut: "r" }),
    plain("allocate", { shortcut: "a" }),
    ...added,
    asked("hold", ask, { shortcut: "h" }),
    asked("release_hold", ask, { shortcut: "u" }),
    one("edit", edit, "e"),
    plain("withdraw", { shortcut: "w" }),
    asked("delay", ask),
    plain("end_delay"),
    asked("prioritize", ask, { shortcut: "p" }),
    asked("change_channel", ask),
    asked("declare", ask),
    one("split", split),
    {
      id: "merge",
      label: "orders.step.merge",
      needs: "some",
      confirm: "orders.confirm.merge",
      rule: rules.merge,
      shortcut: "m",
      refuseTogether: ({ length }, t) =>
        length < fewestMerged || length > mostMerged ? t("orders.merge.wrongCount", { most: mostMerged }) : null,
      perform: merge,
    },
    plain("release_stock"),
    asked("cancel", ask, { isDangerous: true }),
    asked("request_cancel", ask, { isDangerous: true }),
    plain("accept_cancel", { isDangerous: true }),
    asked("reject_cancel", ask),
    asked("receive", ask),
    {
      id: "delete",
      label: "orders.step.delete",
      needs: "some",
      confirm: "orders.confirm.delete",
      isDangerous: true,
      rule: rules.delete,
      perform: async ({ rows, caller, reload }) => {
        const result = await deleteDrafts(caller.client, rows);
        reload();
        return result;
      },
    },
  ];
}
