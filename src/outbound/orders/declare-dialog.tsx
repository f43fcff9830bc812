import { useEffect, useId, useState } from "react";
import { useCaller } from "#src/kit/api/call-hooks.tsx";
import type { Client } from "#src/kit/api/client.ts";
import { CallProblem } from "#src/kit/api/client.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { FailedNotice } from "#src/kit/ui/failed-notice.tsx";
import { SubmitButton } from "#src/kit/ui/form/submit-button.tsx";
import type { BatchResult } from "#src/kit/ui/list/list-definition.ts";
import { Notice } from "#src/kit/ui/notice.tsx";
import { CustomsFields } from "./customs-fields.tsx";
import { findCustomsFaults, toCustoms, toDeclaredLine } from "./draft-order.rules.ts";
import type { DraftCustoms } from "./draft-order.rules.ts";
import { batchModifyReportProvider } from "./order-batches.contract.ts";
import type { StepOrder } from "./order-steps.ts";
import { takeStep } from "./order-steps.ts";
import { listDeclaredSkus, mostDeclaredOrders } from "./orders.contract.ts";
import type { DeclaredSku } from "./orders.contract.ts";

/** As many orders as a person can look at. */
const mostOrders = 1000;

/** Two readings of one SKU's declaration as one: what they do not agree on is empty. */
function joinDeclared(one: DeclaredSku, other: DeclaredSku): DeclaredSku {
  const same = <K extends "name" | "name_zh" | "hs_code" | "origin" | "currency">(key: K) => (one[key] === other[key] ? one[key] : "");
  const joined = {
    name: same("name"),
    name_zh: same("name_zh"),
    hs_code: same("hs_code"),
    origin: same("origin"),
    currency: same("currency"),
    value: one.value === other.value ? one.value : null,
  };
  const isSame = one.value === other.value && Object.entries(joined).every(([key, value]) => Reflect.get(one, key) === value);
  return {
    ...one,
    ...joined,
    orders: one.orders + other.orders,
    order_ids: [...one.order_ids, ...other.order_ids],
    differs: one.differs || other.differs || !isSame,
  };
}

/** Reads the SKUs of any number of orders, some at a time. */
async function readDeclared(client: Client, orders: readonly StepOrder[], signal: AbortSignal): Promise<DeclaredSku[]> {
  const bySku = new Map<string, DeclaredSku>();
  for (let start = 0; start < orders.length; start += mostDeclaredOrders) {
    const order_ids = orders.slice(start, start + mostDeclaredOrders).map(({ order_uuid }) => order_uuid);
    const { result } = await client.call(listDeclaredSkus, { order_ids }, { signal });
    for (const one of result) {
      const key = one.sku.toLowerCase();
      const before = bySku.get(key);
      bySku.set(key, before === undefined ? one : joinDeclared(before, one));
    }
  }
  return [...bySku.values()].toSorted((one, other) => one.sku.localeCompare(other.sku));
}

/** As many lines as one call may carry: about 2 MB. */
const mostLinesSent = 10_000;

type Declared = { readonly sku: DeclaredSku; readonly line: ReturnType<typeof toDeclaredLine> };

/** Declares all orders that have a SKU the same, in as many calls as their lines need. */
async function declare(client: Client, orders: readonly StepOrder[], declared: readonly Declared[]): Promise<BatchResult> {
  const linesOf = new Map<string, Declared["line"][]>();
  for (const { sku, line } of declared) for (const id of sku.order_ids) linesOf.set(id, [...(linesOf.get(id) ?? []), line]);
  const named = orders.filter(({ order_uuid }) => linesOf.has(order_uuid));
  const size = Math.max(1, Math.floor(mostLinesSent / declared.length));
  const results: BatchResult[] = [];
  for (let start = 0; start < named.length; start += size)
    results.push(
      await takeStep(client, named.slice(start, start + size), (by, order_ids) =>
        by.call(batchModifyReportProvider, {
          order_ids,
          declared: order_ids.map((order_id) => ({ order_id, lines: linesOf.get(order_id) ?? [] })),
        }),
      ),
    );
  return { done: results.reduce((sum, { done }) => sum + done, 0), failed: results.flatMap(({ failed }) => failed) };
}

interface DeclareProps {
  readonly orders: readonly StepOrder[];
  readonly onDone: (result: BatchResult) => void;
}

/** The customs declaration of orders, by SKU: what is left empty stays as it is. */
export function DeclareDialog({ orders, onDone }: DeclareProps) {
  const { t } = useTranslation();
  const [attempt, setAttempt] = useState(0);
  if (orders.length > mostOrders) return <Notice tone="warn" title={t("orders.declare.tooMany", { most: mostOrders })} />;
  return <ReadDeclarations key={attempt} orders={orders} onDone={onDone} onRetry={() => setAttempt(attempt + 1)} />;
}

function ReadDeclarations({ orders, onDone, onRetry }: DeclareProps & { onRetry: () => void }) {
  const { t } = useTranslation();
  const { client } = useCaller();
  const [read, setRead] = useState<readonly DeclaredSku[] | CallProblem | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    readDeclared(client, orders, leaving.signal).then(setRead, (error: unknown) => {
      if (leaving.signal.aborted) return;
      if (!(error instanceof CallProblem)) throw error;
      setRead(error);
    });
    return () => leaving.abort();
  }, [client, orders]);
  if (read === null) return <p className="quiet">{t("ui.loading")}</p>;
  if (read instanceof CallProblem) return <FailedNotice error={read} onRetry={onRetry} />;
  return <Declarations skus={read} orders={orders} onDone={onDone} />;
}

function Declarations({ skus, orders, onDone }: DeclareProps & { skus: readonly DeclaredSku[] }) {
  const { t, locale } = useTranslation();
  const { client } = useCaller();
  const id = useId();
  const [typed, setTyped] = useState<ReadonlyMap<string, DraftCustoms>>(new Map());
  const [isSent, setSent] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const getCustoms = (sku: DeclaredSku) => typed.get(sku.sku) ?? toCustoms(sku, locale);
  const faultsOf = (sku: DeclaredSku) => (isSent ? findCustomsFaults(getCustoms(sku), locale) : []);
  async function send(): Promise<void> {
    setSent(true);
    if ([...typed.values()].some((customs) => findCustomsFaults(customs, locale).length > 0)) return;
    const declared = skus.flatMap((sku) => {
      const customs = typed.get(sku.sku);
      return customs === undefined ? [] : [{ sku, line: toDeclaredLine(sku.sku, customs, locale) }];
    });
    setBusy(true);
    try {
      onDone(await declare(client, orders, declared));
    } catch (error) {
      // A toast has reported it; what was typed stays.
      if (!(error instanceof CallProblem)) throw error;
    } finally {
      setBusy(false);
    }
  }
  return (
    <form
      id={id}
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <p>{t("orders.declare.text", { count: orders.length })}</p>
      {skus.map((sku, at) => (
        <section key={sku.sku} className="stack-tight">
          <p>
            <strong>{sku.sku}</strong> <span className="quiet">{sku.title}</span>
            {orders.length > 1 && <span className="quiet"> · {t("orders.count", { count: sku.orders, shown: String(sku.orders) })}</span>}
          </p>
          <CustomsFields
            id={`${id}-${at}`}
            label={sku.sku}
            of={getCustoms(sku)}
            faults={new Set(faultsOf(sku))}
            {...(sku.differs ? { hint: t("orders.declare.differs") } : {})}
            onChange={(customs) => setTyped((old) => new Map(old).set(sku.sku, customs))}
          />
        </section>
      ))}
      <SubmitButton formId={id} isBusy={isBusy} isDisabled={typed.size === 0} text={t("orders.step.declare")} />
    </form>
  );
}
