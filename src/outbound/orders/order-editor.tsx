import { useEffect, useMemo, useRef, useState } from "react";
import { useCallMutation, useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import { findAddressRefusals } from "#src/kit/countries/address.rules.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatNumber, listText } from "#src/kit/lib/formats.ts";
import { pickText } from "#src/kit/lib/languages.ts";
import { isPermitted } from "#src/kit/ui/action/action.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { readDraft, writeDraft } from "#src/kit/ui/form/drafts.storage.ts";
import { LeaveGuard } from "#src/kit/ui/form/leave-guard.tsx";
import { findFirstInvalid } from "#src/kit/ui/form/focus-field.ts";
import { useNextFocus } from "#src/kit/ui/use-next-focus.ts";
import { Notice } from "#src/kit/ui/notice.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import type { OrderDraft } from "./draft-order.rules.ts";
import { createDraft, findFaults, isEmptyLine, parseSavedDraft, sumDraft, toDraft, toOrderInput } from "./draft-order.rules.ts";
import { submitOrders } from "./order-batches.contract.ts";
import { HeadFields, MoneyFields, ParcelFields, RecipientFields } from "./order-fields.tsx";
import { OrderLineEditor } from "./order-line-editor.tsx";
import { OrderNotFound } from "./order-not-found.tsx";
import type { OrderView } from "./order-view.rules.ts";
import { createOrder, updateOrder } from "./order-writes.contract.ts";
import { orderActions } from "./orders.actions.ts";
import { getOrder } from "./orders.contract.ts";
import type { OrderDetail } from "./orders.contract.ts";
import type { OrderKind } from "./orders.rules.ts";

interface EditorProps {
  readonly view: Extract<OrderView, { kind: "new" | "edited" }>;
  /** the kind of a new order */
  readonly kind: OrderKind;
  readonly go: (view: OrderView) => void;
  readonly onChanged: () => void;
}

/** Edits a draft: save it, or submit it to the supplier. */
export function OrderEditor({ view, kind, go, onChanged }: EditorProps) {
  const [initial] = useState(() => createDraft(kind));
  if (view.kind === "edited") return <DraftEditor uuid={view.uuid} go={go} onChanged={onChanged} />;
  return <Editor initial={initial} subject={`new ${kind}`} of={null} go={go} onChanged={onChanged} />;
}

function DraftEditor({ uuid, go, onChanged }: Pick<EditorProps, "go" | "onChanged"> & { uuid: string }) {
  const { t, locale } = useTranslation();
  const { data, error } = useCallQuery(getOrder, { order_uuid: uuid });
  const initial = useMemo(() => (data === undefined ? null : toDraft(data, locale)), [data, locale]);
  if (error !== null) return <OrderNotFound problem={error} go={go} />;
  if (data === undefined || initial === null) return <p className="quiet">{t("ui.loading")}</p>;
  if (data.status !== "draft")
    return (
      <div className="stack">
        <h1>{data.order_number}</h1>
        <Notice tone="warn" title={t("orders.draft.noDraft")}>
          <Button onClick={() => go({ kind: "shown", uuid })}>{t("orders.draft.look")}</Button>
        </Notice>
      </div>
    );
  return <Editor key={data.version} initial={initial} subject={uuid} of={data} go={go} onChanged={onChanged} />;
}

interface FormProps extends Pick<EditorProps, "go" | "onChanged"> {
  readonly initial: OrderDraft;
  /** what is edited: unsaved input is kept apart by it */
  readonly subject: string;
  readonly of: OrderDetail | null;
}

/** Saves a draft and, if asked to, submits it. */
function useSave({ of, onChanged }: Pick<FormProps, "of" | "onChanged">) {
  const { t, locale } = useTranslation();
  const caller = useCaller();
  const create = useCallMutation(createOrder);
  const update = useCallMutation(updateOrder);
  const submit = useCallMutation(submitOrders);
  const save = async (draft: OrderDraft, isSubmitted: boolean): Promise<string | null> => {
    const input = toOrderInput(draft, locale);
    // A retailer's orders are its own.
    const owner = caller.role === "dropShipper" ? {} : { owner_uuid: draft.ownerUuid || caller.scope.providerUuid };
    const say = useToasts.getState().show;
    try {
      const saved =
        of === null
          ? await create.perform({ ...input, ...owner })
          : await update.perform({ ...input, order_uuid: of.order_uuid, version: of.version });
      const number = saved.order_number;
      // The draft is saved from here on, whatever becomes of the second call.
      if (!isSubmitted) say("good", t("orders.draft.saved", { number }));
      else {
        const { failed } = await submit.perform({ order_ids: [saved.order_uuid] }).catch((error: unknown) => {
          // A toast has reported it.
          if (!(error instanceof CallProblem)) throw error;
          return { failed: null };
        });
        const [refused] = failed ?? [];
        if (refused !== undefined) say("bad", pickText(refused.message, locale));
        else if (failed !== null) say("good", t("orders.did.submit", { number }));
      }
      return saved.order_uuid;
    } catch (error) {
      // A toast has reported it; the input stays.
      if (!(error instanceof CallProblem)) throw error;
      return null;
    } finally {
      onChanged();
    }
  };
  return { save, isBusy: create.isPending || update.isPending || submit.isPending };
}

function Editor({ initial, subject, of, go, onChanged }: FormProps) {
  const { t, locale } = useTranslation();
  const caller = useCaller();
  const { username } = caller.scope;
  const draftName = useMemo(() => ({ username, form: "orders.order", subject }), [username, subject]);
  const { save, isBusy } = useSave({ of, onChanged });
  const [draft, setDraft] = useState(() => parseSavedDraft(readDraft(draftName)?.values) ?? initial);
  /** what was tried: problems are not shown before */
  const [tried, setTried] = useState<"save" | "submit" | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const saved = useRef(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const form = useRef<HTMLDivElement>(null);
  const focusNext = useNextFocus();
  useEffect(() => heading.current?.focus(), []);
  const faults = useMemo(() => new Set(tried === null ? [] : findFaults(draft, locale)), [tried, draft, locale]);
  const sums = useMemo(() => sumDraft(draft.lines), [draft.lines]);
  const change = (part: Partial<OrderDraft>) =>
    setDraft((now) => {
      const next = { ...now, ...part };
      writeDraft(draftName, { at: new Date().toISOString(), values: { ...next } });
      return next;
    });

  function findProblem(isSubmitted: boolean): string | null {
    if (findFaults(draft, locale).length > 0) return t("orders.draft.mend");
    if (!isSubmitted) return null;
    if (draft.lines.every(isEmptyLine)) return t("orders.draft.noLines");
    return findAddressRefusals(draft.address).length > 0 ? t("orders.draft.mendAddress") : null;
  }

  async function send(isSubmitted: boolean): Promise<void> {
    setTried(isSubmitted ? "submit" : "save");
    const found = findProblem(isSubmitted);
    setProblem(found);
    if (found !== null) return focusNext(() => findFirstInvalid(form.current));
    const uuid = await save(draft, isSubmitted);
    if (uuid === null) return;
    saved.current = true;
    writeDraft(draftName, null);
    go({ kind: "shown", uuid });
  }

  const parts = { draft, faults, onChange: change };
  return (
    <div className="stack orders" ref={form}>
      <div className="row row-apart">
        <h1 tabIndex={-1} ref={heading}>
          {of === null ? t("orders.draft.titleNew") : t("orders.draft.titleEdit", { number: of.order_number })}
        </h1>
        <Button onClick={() => go(of === null ? { kind: "list" } : { kind: "shown", uuid: of.order_uuid })}>
          {t("orders.draft.leave")}
        </Button>
      </div>
      {of !== null && of.reason !== "" && (
        <Notice tone="warn" title={t("orders.page.returned")}>
          <p>{of.reason}</p>
        </Notice>
      )}
      <section className="panel stack">
        <HeadFields {...parts} isNew={of === null} />
      </section>
      <section className="panel stack" aria-labelledby="order-lines-title">
        <div className="row row-apart">
          <h2 id="order-lines-title">{t("orders.part.lines")}</h2>
          <span className="quiet number" role="status">
            {listText(
              [
                t("orders.draft.sumLines", { count: sums.lines, shown: formatNumber(sums.lines, locale) }),
                t("orders.draft.sumPieces", { count: sums.pieces, shown: formatNumber(sums.pieces, locale) }),
              ],
              locale,
            )}
          </span>
        </div>
        <OrderLineEditor
          lines={draft.lines}
          faults={faults}
          ownerUuid={caller.role === "dropShipper" ? null : draft.ownerUuid || caller.scope.providerUuid}
          onLines={(lines) => change({ lines })}
        />
      </section>
      <section className="panel stack" aria-labelledby="order-recipient-title">
        <h2 id="order-recipient-title">{t("orders.draft.addressTitle")}</h2>
        <RecipientFields {...parts} isJudged={tried === "submit"} />
      </section>
      <section className="panel stack" aria-labelledby="order-money-title">
        <h2 id="order-money-title">{t("orders.draft.moneyTitle")}</h2>
        <MoneyFields {...parts} />
      </section>
      <section className="panel stack" aria-labelledby="order-parcel-title">
        <h2 id="order-parcel-title">{t("orders.draft.parcelTitle")}</h2>
        <ParcelFields {...parts} />
      </section>
      {problem !== null && <Notice tone="bad" title={problem} />}
      <div className="row">
        {isPermitted(orderActions.submit, caller) && (
          <Button tone="primary" isDisabled={isBusy} onClick={() => void send(true)}>
            {t("orders.step.submit")}
          </Button>
        )}
        <Button isDisabled={isBusy} onClick={() => void send(false)}>
          {t("orders.draft.save")}
        </Button>
      </div>
      <LeaveGuard mayBeLost={() => !saved.current && draft !== initial} onDiscard={() => writeDraft(draftName, null)} searchKey="order" />
    </div>
  );
}
