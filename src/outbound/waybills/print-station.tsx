import { useEffect, useState } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import { Select } from "#src/kit/ui/select.tsx";
import { Switch } from "#src/kit/ui/switch.tsx";
import { isStation, keepLabelSize, keepStation, readLabelSize } from "./print-station.storage.ts";
import { useArriving } from "./use-arriving.ts";
import { labelSizes } from "./waybills.rules.ts";

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

/** The station at work: offers what waited before, and says when the printer cannot be reached. */
function Arriving({ warehouse }: { warehouse: string }) {
  const { t } = useTranslation();
  const { waiting, isFailing, isPrinting, printWaiting } = useArriving(warehouse);
  return (
    <>
      {isFailing && <Notice tone="warn" title={t("waybills.stationFailing")} />}
      {waiting > 0 && (
        <Button isDisabled={isPrinting} onClick={() => void printWaiting()}>
          {t("waybills.printWaiting", { count: waiting })}
        </Button>
      )}
    </>
  );
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
