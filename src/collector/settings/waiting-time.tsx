import { useState } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatDuration } from "#src/kit/lib/formats.ts";
import { NumberField } from "#src/kit/ui/number-field.tsx";
import type { Settings } from "./settings.contract.ts";
import { leastWaitSeconds, mostFromSeconds, mostToSeconds } from "./settings.rules.ts";

type Waits = Pick<Settings, "waitFromSeconds" | "waitToSeconds">;

/** Parses the waits; null if either is out of bounds or the first is longer than the second. */
export function toWaits(from: number | null, to: number | null): Waits | null {
  const fits = (value: number | null, most: number) => value !== null && value >= leastWaitSeconds && value <= most;
  if (from === null || to === null || !fits(from, mostFromSeconds) || !fits(to, mostToSeconds)) return null;
  return from <= to ? { waitFromSeconds: from, waitToSeconds: to } : null;
}

/** The number of reviews in the estimate, and in one response. */
const sample = 1000;
const pageSize = 8;

/** The wait between two requests: two numbers, stored once both are valid. */
export function WaitingTime({ waits, onWaits }: { waits: Waits; onWaits: (waits: Waits) => void }) {
  const { t, locale } = useTranslation();
  const [from, setFrom] = useState<number | null>(waits.waitFromSeconds);
  const [to, setTo] = useState<number | null>(waits.waitToSeconds);
  const read = toWaits(from, to);
  const change = (nextFrom: number | null, nextTo: number | null) => {
    setFrom(nextFrom);
    setTo(nextTo);
    const next = toWaits(nextFrom, nextTo);
    if (next !== null) onWaits(next);
  };
  const fromWrong = toWaits(from, mostToSeconds) === null;
  const error = (most: number) => ({ error: t("settings.waiting.range", { least: leastWaitSeconds, most }) });
  const orderError = { error: t("settings.waiting.order") };
  const averageMs = ((waits.waitFromSeconds + waits.waitToSeconds) / 2) * 1000;
  return (
    <div className="stack">
      <p className="small quiet">{t("settings.waiting.hint", { least: leastWaitSeconds })}</p>
      <div className="waiting">
        <NumberField
          label={t("settings.waiting.from")}
          fractionDigits={3}
          min={leastWaitSeconds}
          max={mostFromSeconds}
          value={from}
          onNumber={(seconds) => change(seconds, to)}
          {...(fromWrong ? error(mostFromSeconds) : {})}
        />
        <NumberField
          label={t("settings.waiting.to")}
          fractionDigits={3}
          min={leastWaitSeconds}
          max={mostToSeconds}
          value={to}
          onNumber={(seconds) => change(from, seconds)}
          {...(read === null && !fromWrong ? (toWaits(leastWaitSeconds, to) === null ? error(mostToSeconds) : orderError) : {})}
        />
      </div>
      <p className="small number">
        {t("settings.waiting.pace", { count: sample, time: formatDuration((sample / pageSize) * averageMs, locale) })}
      </p>
    </div>
  );
}
