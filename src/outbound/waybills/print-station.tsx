import { useEffect, useRef, useState } from "react";
import { useAppearance } from "#src/company/appearance/appearance.store.ts";
import { useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import type { Client } from "#src/kit/api/client.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Select } from "#src/kit/ui/select.tsx";
import { Switch } from "#src/kit/ui/switch.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { countPrint, openForPrinting, saveLabels } from "./print-labels.ts";
import { isStation, keepLabelSize, keepStation, readLabelSize } from "./print-station.storage.ts";
import { listWaybills } from "./waybills.contract.ts";
import type { WaybillRow } from "./waybills.contract.ts";
import { labelSizes } from "./waybills.rules.ts";

/** Labels that arrive together are printed together, at most this many. */
const mostArriving = 50;

/** Holds the only place of a printing station on this device. @returns whether this tab has it */
function useOnlyTab(wants: boolean): boolean {
  const [holds, setHolds] = useState(false);
  useEffect(() => {
    if (!wants) return undefined;
    const stop = new AbortController();
    let release: () => void = () => undefined;
    navigator.locks
      .request("quayside.print-station", { signal: stop.signal }, () => {
        setHolds(true);
        return new Promise<void>((resolve) => (release = resolve));
      })
      .catch(() => undefined);
    return () => {
      stop.abort();
      release();
      setHolds(false);
    };
  }, [wants]);
  return holds;
}

/** Prints labels. If that fails, the call's own message says why, and they stay in the list. */
async function printFresh(client: Client, fresh: readonly WaybillRow[], label: string): Promise<void> {
  try {
    const { files, failed } = await countPrint(client, fresh, "");
    // Nobody selected these labels: without a message, a damaged one would be noticed only at the hand-over.
    const { language } = useAppearance.getState();
    for (const { message } of failed) useToasts.getState().show("bad", message[language]);
    for (const file of files) await (file.kind === "pdf" ? openForPrinting(client, file) : saveLabels(client, file, label));
  } catch (error) {
    if (!(error instanceof CallProblem)) throw error;
  }
}

/** Prints the labels that arrive while this is shown. Those that waited before are in the list. */
function Arriving({ warehouse }: { warehouse: string }) {
  const { client } = useCaller();
  const { t } = useTranslation();
  const known = useRef<{ readonly seen: Set<string>; readonly since: string } | null>(null);
  const input = { tab: "to_print" as const, page_size: mostArriving, ...(warehouse === "" ? {} : { warehouse_uuid: warehouse }) };
  const rows = useCallQuery(listWaybills, input).data?.result;
  const label = t("waybills.labels");
  useEffect(() => {
    if (rows === undefined) return;
    if (known.current === null) {
      // More may have waited than one answer has. The server's times are compared: the device's clock may be wrong.
      const since = rows.reduce((last, { issued_at }) => (issued_at > last ? issued_at : last), "");
      known.current = { seen: new Set(rows.map(({ waybill_uuid }) => waybill_uuid)), since };
      return;
    }
    const { seen, since } = known.current;
    const fresh = rows.filter(({ waybill_uuid, issued_at }: WaybillRow) => issued_at > since && !seen.has(waybill_uuid));
    if (fresh.length === 0) return;
    for (const { waybill_uuid } of fresh) seen.add(waybill_uuid);
    void printFresh(client, fresh, label);
  }, [rows, client, label]);
  return null;
}

/** The size of labels that we draw, kept on this device: its printer takes labels or sheets. Carriers' labels stay as they came. */
export function LabelSizeChoice() {
  const { t } = useTranslation();
  const [size, setSize] = useState(readLabelSize);
  return (
    <Select
      label={t("waybills.labelSize")}
      value={size}
      options={labelSizes.map((value) => ({ value, text: t(`waybills.sizes.${value}`) }))}
      onValue={(value) => {
        const chosen = labelSizes.find((one) => one === value) ?? size;
        keepLabelSize(chosen);
        setSize(chosen);
      }}
    />
  );
}

/** The switch of a station that prints labels as they arrive. Kept on this device; one tab of it prints. */
export function PrintStation({ warehouse }: { warehouse: string }) {
  const { t } = useTranslation();
  const [isOn, setOn] = useState(isStation);
  const holds = useOnlyTab(isOn);
  return (
    <>
      <Switch
        label={t("waybills.station")}
        hint={t(isOn && !holds ? "waybills.stationElsewhere" : "waybills.stationHint")}
        isOn={isOn}
        onSwitch={(value) => {
          keepStation(value);
          setOn(value);
        }}
      />
      {isOn && holds && <Arriving key={warehouse} warehouse={warehouse} />}
    </>
  );
}
