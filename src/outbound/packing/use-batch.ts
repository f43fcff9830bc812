import { useEffect } from "react";
import { useCaller } from "#src/kit/api/call-hooks.tsx";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { isMadeBy } from "#src/warehouse/scanning/scan-queue.rules.ts";
import { useScanQueue } from "#src/warehouse/scanning/scan-queue.store.ts";
import type { Sent } from "#src/warehouse/scanning/use-scan-call.ts";
import { useMaker, useScanCall } from "#src/warehouse/scanning/use-scan-call.ts";
import type { Work } from "#src/warehouse/scanning/use-work.ts";
import { findToPack, weighParcels } from "./packing.contract.ts";
import { mostWeighed } from "./packing.rules.ts";
import { changeWeighing, getWeighing } from "./weighing.store.ts";
import type { BatchRow } from "./weighing.rules.ts";
import { findRow, isGood, withAnswer, withFound, withoutRow, withSent } from "./weighing.rules.ts";

/** The parcels whose answer this page waits for. After a reload nobody does. */
const heard = new Set<string>();

/** The batch of a weighing screen. A row stays until its weight is saved, or somebody removes it. */
export function useBatch({ session, toText, toRefusalText }: Work, key: string, onSaved: () => void) {
  const { t } = useTranslation();
  const { client } = useCaller();
  const maker = useMaker();
  const posting = useScanCall(weighParcels);
  const isQueued = useScanQueue(
    ({ calls, isRead }) =>
      !isRead || calls.some((one) => one.call.name === weighParcels.name && one.state === "waiting" && isMadeBy(one, maker)),
  );
  const weighedAlready = toRefusalText("packing.weighedAlready");
  const changeRows = (to: (rows: readonly BatchRow[]) => readonly BatchRow[]) => changeWeighing(key, { rows: to(getWeighing(key).rows) });

  /** Sends rows. Those that the server refuses come back with the reason, whenever the answer arrives. */
  async function send(sent: readonly BatchRow[]): Promise<void> {
    const entry = session.begin(t("packing.key.post", { count: sent.length }));
    changeRows((rows) => withSent(rows, sent));
    for (const { parcel } of sent) heard.add(parcel.parcel_uuid);
    const settle = (outcome: Sent<OutputOf<typeof weighParcels>>): "seen" => {
      for (const { parcel } of sent) heard.delete(parcel.parcel_uuid);
      onSaved();
      if (outcome.kind === "refused") {
        const words = toText(outcome.problem.msg);
        changeRows((rows) => withAnswer(rows, sent, new Map(sent.map(({ parcel }) => [parcel.parcel_uuid, words]))));
        session.refuse(entry, words);
        return "seen";
      }
      const { done, failed } = outcome.answer;
      changeRows((rows) => withAnswer(rows, sent, new Map(failed.map(({ order_id, message }) => [order_id, toText(message)]))));
      const words = t("packing.batch.posted", { count: done });
      if (failed.length === 0) session.done(entry, words);
      else session.refuse(entry, [words, t("packing.batch.refused", { count: failed.length })].join(". "));
      return "seen";
    };
    const outcome = await posting.perform(
      { parcels: sent.map(({ parcel, measured }) => ({ parcel_uuid: parcel.parcel_uuid, measured_grams: measured.grams })) },
      { label: t("packing.postOf", { count: sent.length }), onLater: settle },
    );
    if (outcome.kind === "waiting") session.wait(entry, t("receiving.waits"));
    else settle(outcome);
  }

  // The answers to rows that were sent before a reload went to nobody, and others may have been weighed elsewhere: the server says what became of them.
  useEffect(() => {
    if (isQueued) return;
    const settle = async (): Promise<void> => {
      for (const row of getWeighing(key).rows.filter(({ parcel }) => !heard.has(parcel.parcel_uuid))) {
        const { parcel_number: code, parcel_uuid } = row.parcel;
        const found = await client.call(findToPack, { code }, { isQuiet: true }).catch(() => null);
        const parcel = found?.parcels.find((one) => one.parcel_uuid === parcel_uuid);
        if (parcel === undefined || heard.has(parcel_uuid)) continue;
        changeWeighing(key, { rows: withFound(getWeighing(key).rows, parcel, weighedAlready) });
      }
    };
    void settle();
  }, [client, isQueued, key, weighedAlready]);

  return {
    /** Sends the good rows, in parts that one call takes. */
    async post(): Promise<void> {
      const good = getWeighing(key).rows.filter(isGood);
      for (let from = 0; from < good.length; from += mostWeighed) await send(good.slice(from, from + mostWeighed));
    },
    /** Removes a parcel from the batch. One whose weight was sent stays until the answer. */
    remove(parcelUuid: string): void {
      const row = findRow(getWeighing(key).rows, { parcel_uuid: parcelUuid });
      if (row === undefined || row.isSent) return;
      const { parcel } = row;
      const { rows, parcel: onScale } = getWeighing(key);
      const entry = session.begin(t("packing.key.remove"));
      const isOnScale = onScale?.parcel_uuid === parcelUuid;
      changeWeighing(key, { rows: withoutRow(rows, parcel), ...(isOnScale ? { parcel: null, measured: null } : {}) });
      session.done(entry, t("packing.batch.removed", { parcel: parcel.parcel_number }), () =>
        changeRows((now) => (findRow(now, parcel) === undefined ? [row, ...now] : now)),
      );
    },
  };
}
