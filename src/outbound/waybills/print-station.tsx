import { useEffect, useState } from "react";
import { useCallQuery } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import { Select } from "#src/kit/ui/select.tsx";
import { Switch } from "#src/kit/ui/switch.tsx";
import { isStation, keepLabelSize, keepStation, keepStationLocation, readLabelSize, readStationLocation } from "./print-station.storage.ts";
import { useArriving } from "./use-arriving.ts";
import { listChoices } from "./waybills.contract.ts";
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
function Arriving({ warehouse, location }: { warehouse: string; location: string }) {
  const { t } = useTranslation();
  const ofWarehouse = warehouse === "" ? {} : { warehouse_uuid: warehouse };
  // The list may be limited to another warehouse meanwhile: the printer stays where it is.
  const { waiting, isFailing, isPrinting, printWaiting } = useArriving(location === "" ? ofWarehouse : { location_uuid: location });
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

/** The packing location that a device prints for. One that does not exist any more counts as none. */
function useStationLocation() {
  const locations = useCallQuery(listChoices, {}).data?.locations;
  const [kept, setKept] = useState(readStationLocation);
  const isKnown = locations === undefined || locations.some(({ location_uuid }) => location_uuid === kept);
  const choose = (uuid: string): void => {
    keepStationLocation(uuid);
    setKept(uuid);
  };
  return { locations, location: isKnown ? kept : "", choose };
}

/** The switch of a station that prints labels as they arrive, and the packing location that it prints for. Kept on this device; one tab of it prints. */
export function PrintStation({ warehouse }: { warehouse: string }) {
  const { t } = useTranslation();
  const [isOn, setOn] = useState(isStation);
  const holds = useOnlyTab(isOn);
  const { locations, location, choose } = useStationLocation();
  const isOneHouse = new Set(locations?.map(({ warehouse_name }) => warehouse_name)).size < 2;
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
      {/* There before its choices are, so that it pushes nothing away when they come. */}
      {locations?.length !== 0 && (
        <Select
          label={t("waybills.printsFor")}
          isDisabled={locations === undefined}
          value={locations === undefined ? "" : location}
          nothing={t("waybills.all.locations")}
          options={(locations ?? []).map(({ location_uuid, barcode, warehouse_name }) => ({
            value: location_uuid,
            text: barcode,
            ...(isOneHouse ? {} : { hint: warehouse_name }),
          }))}
          onValue={choose}
        />
      )}
      {isOn && holds && <Arriving key={`${location === "" ? warehouse : ""} ${location}`} warehouse={warehouse} location={location} />}
    </>
  );
}
