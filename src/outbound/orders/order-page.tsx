import { useNavigate, useSearch } from "@tanstack/react-router";
import { Suspense, use, useState } from "react";
import { useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatInstant } from "#src/kit/lib/formats.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { Facts } from "#src/kit/ui/facts.tsx";
import { lazyPart } from "#src/kit/ui/lazy-part.ts";
import { Notice } from "#src/kit/ui/notice.tsx";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { Tabs } from "#src/kit/ui/tabs.tsx";
import { BoxesTab, OrderNotes, OrderSections } from "./added-actions.ts";
import { HoldTags } from "./hold-tags.tsx";
import { OrderButtons } from "./order-buttons.tsx";
import { EventsTab, LinesTab, MoneyTab, RecipientTab, StockTab } from "./order-tabs.tsx";
import { OrderNotFound } from "./order-not-found.tsx";
import type { OrderView } from "./order-view.rules.ts";
import { orderParts } from "./orders-search.rules.ts";
import type { OrderPart } from "./orders-search.rules.ts";
import { statusTones } from "./order-words.rules.ts";
import { getOrder } from "./orders.contract.ts";
import type { OrderDetail } from "./orders.contract.ts";

const SplitDialog = lazyPart(async () => (await import("./split-dialog.tsx")).SplitDialog);

interface PageProps {
  readonly uuid: string;
  readonly go: (view: OrderView) => void;
  readonly onChanged: () => void;
}

/** One order: its state, actions and tabs. Updates live. */
export function OrderPage({ uuid, go, onChanged }: PageProps) {
  const { t } = useTranslation();
  const { data, error } = useCallQuery(getOrder, { order_uuid: uuid });
  if (data !== undefined) return <Shown of={data} go={go} onChanged={onChanged} />;
  if (error === null) return <p className="quiet">{t("ui.loading")}</p>;
  return <OrderNotFound problem={error} go={go} />;
}

function OrderFacts({ of }: { of: OrderDetail }) {
  const { t, locale } = useTranslation();
  const { role } = useCaller();
  const at = (moment: string) => (moment === "" ? "" : formatInstant(moment, locale));
  const facts: [string, string][] = [
    [t("orders.column.kind"), t(`orders.kind.${of.kind}`)],
    ...(role === "dropShipper" ? [] : [[t("orders.column.owner"), of.owner_name] satisfies [string, string]]),
    [t("orders.column.reference"), of.reference],
    [t("orders.column.warehouse"), of.warehouse_name],
    [t("orders.column.channel"), of.channel_name],
    [t("orders.column.created"), at(of.created_at)],
    [t("orders.column.submitted"), at(of.submitted_at)],
    [t("orders.column.confirmed"), at(of.confirmed_at)],
    [t("orders.column.due"), at(of.due_at)],
    [t("orders.column.shipped"), at(of.shipped_at)],
    [t("orders.column.delivered"), at(of.delivered_at)],
    [t("orders.column.boxes"), of.box_count === 0 ? "" : t("orders.boxesHandedOver", { done: of.boxes_handed_over, count: of.box_count })],
  ];
  return <Facts of={facts} written={[t("orders.column.remark"), of.remark]} />;
}

/** Links to the order that this one was split from or merged into. */
function Relatives({ of, go }: { of: OrderDetail; go: PageProps["go"] }) {
  const { t } = useTranslation();
  const { split_from_uuid: source, merged_into_uuid: target } = of;
  return (
    <>
      {target !== null && (
        <Notice tone="normal" title={t("orders.page.merged")}>
          <Button size="small" onClick={() => go({ kind: "shown", uuid: target })}>
            {t("orders.page.openMerged")}
          </Button>
        </Notice>
      )}
      {source !== null && (
        <Notice tone="normal" title={t("orders.page.splitFrom")}>
          <Button size="small" onClick={() => go({ kind: "shown", uuid: source })}>
            {t("orders.page.openSource")}
          </Button>
        </Notice>
      )}
    </>
  );
}

function Part({ part, of }: { part: OrderPart; of: OrderDetail }) {
  const showBoxes = use(BoxesTab);
  if (part === "boxes") return showBoxes?.(of) ?? null;
  if (part === "lines") return <LinesTab of={of} />;
  if (part === "recipient") return <RecipientTab of={of} />;
  if (part === "money") return <MoneyTab of={of} />;
  return part === "stock" ? <StockTab of={of} /> : <EventsTab of={of} />;
}

function Shown({ of, go, onChanged }: { of: OrderDetail } & Omit<PageProps, "uuid">) {
  const { t } = useTranslation();
  const { role } = useCaller();
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const notes = use(OrderNotes);
  const sections = use(OrderSections);
  const [isSplitting, setSplitting] = useState(false);
  const hasBoxes = use(BoxesTab) !== null && of.kind === "shipping_notice";
  // Where stock is reserved concerns the warehouse alone.
  const parts = orderParts.filter((part) => (part === "boxes" ? hasBoxes : part !== "stock" || role !== "dropShipper"));
  const shown = parts.find((part) => part === search.part) ?? "lines";
  return (
    <div className="stack orders">
      <div className="row row-apart">
        <div className="row">
          <h1>{of.order_number}</h1>
          <StatusTag tone={statusTones[of.status]} text={t(`orders.status.${of.status}`)} />
          <HoldTags of={of} />
        </div>
        <Button onClick={() => go({ kind: "list" })}>{t("orders.page.back")}</Button>
      </div>
      {of.reason !== "" && (
        <Notice tone="warn" title={t(of.status === "draft" ? "orders.page.returned" : "orders.reason")}>
          <p>{of.reason}</p>
        </Notice>
      )}
      <Relatives of={of} go={go} />
      {notes.map((Note, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the list is a constant
        <Note key={at} of={of} />
      ))}
      <section className="panel stack">
        <OrderFacts of={of} />
        <OrderButtons of={of} go={go} onChanged={onChanged} onSplit={() => setSplitting(true)} />
      </section>
      <Tabs
        label={of.order_number}
        tabs={parts.map((value) => ({ value, text: t(`orders.part.${value}`) }))}
        value={shown}
        onValue={(part) => void navigate({ to: ".", search: (old) => ({ ...old, part }), replace: true, resetScroll: false })}
      >
        <Part part={shown} of={of} />
      </Tabs>
      {sections.map((Section, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the list is a constant
        <Section key={at} of={of} />
      ))}
      <Suspense fallback={null}>
        {isSplitting && <SplitDialog uuid={of.order_uuid} onDone={onChanged} onClose={() => setSplitting(false)} />}
      </Suspense>
    </div>
  );
}
