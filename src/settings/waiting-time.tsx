import { useState } from "react";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { durationText } from "#src/lib/wording.ts";
import { Field } from "#src/ui/light/field.tsx";
import type { Settings } from "./settings.contract.ts";
import { leastWaitSeconds, mostFromSeconds, mostToSeconds } from "./settings.rules.ts";

type Waits = Pick<Settings, "waitFromSeconds" | "waitToSeconds">;

/** The waits out of what was typed, or null where either is out of bounds or the first is longer than the second. */
export function waitsOf(from: string, to: string): Waits | null {
  const waitFromSeconds = Number(from);
  const waitToSeconds = Number(to);
  const fits = (text: string, value: number, most: number) => text.trim() !== "" && value >= leastWaitSeconds && value <= most;
  if (!fits(from, waitFromSeconds, mostFromSeconds) || !fits(to, waitToSeconds, mostToSeconds)) return null;
  return waitFromSeconds <= waitToSeconds ? { waitFromSeconds, waitToSeconds } : null;
}

/** The reviews that the estimate speaks of, and how many an answer brings. */
const sample = 1000;
const pageSize = 8;

/** The wait between two requests: two numbers, stored as soon as both are right. */
export function WaitingTime({ waits, onWaits }: { waits: Waits; onWaits: (waits: Waits) => void }) {
  const { t, locale } = useTranslation();
  const [from, setFrom] = useState(String(waits.waitFromSeconds));
  const [to, setTo] = useState(String(waits.waitToSeconds));
  const read = waitsOf(from, to);
  const change = (nextFrom: string, nextTo: string) => {
    setFrom(nextFrom);
    setTo(nextTo);
    const next = waitsOf(nextFrom, nextTo);
    if (next !== null) onWaits(next);
  };
  const fromWrong = waitsOf(from, String(mostToSeconds)) === null;
  const error = (most: number) => ({ error: t("settings.waiting.range", { least: leastWaitSeconds, most }) });
  const orderError = { error: t("settings.waiting.order") };
  const averageMs = ((waits.waitFromSeconds + waits.waitToSeconds) / 2) * 1000;
  return (
    <div className="stack">
      <p className="small quiet">{t("settings.waiting.hint", { least: leastWaitSeconds })}</p>
      <div className="waiting">
        <Field
          label={t("settings.waiting.from")}
          type="number"
          inputMode="decimal"
          min={leastWaitSeconds}
          max={mostFromSeconds}
          step="any"
          value={from}
          onText={(text) => change(text, to)}
          {...(fromWrong ? error(mostFromSeconds) : {})}
        />
        <Field
          label={t("settings.waiting.to")}
          type="number"
          inputMode="decimal"
          min={leastWaitSeconds}
          max={mostToSeconds}
          step="any"
          value={to}
          onText={(text) => change(from, text)}
          {...(read === null && !fromWrong ? (waitsOf(String(leastWaitSeconds), to) === null ? error(mostToSeconds) : orderError) : {})}
        />
      </div>
      <p className="small number">
        {t("settings.waiting.pace", { count: sample, time: durationText((sample / pageSize) * averageMs, locale) })}
      </p>
    </div>
  );
}
