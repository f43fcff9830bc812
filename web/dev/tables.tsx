import { CallProblem } from "#src/kit/api/client.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { ChunkNotice } from "#src/kit/ui/chunk-notice.tsx";
import { FailedNotice } from "#src/kit/ui/failed-notice.tsx";
import { Facts } from "#src/kit/ui/facts.tsx";
import type { ShortColumn } from "#src/kit/ui/short-table.tsx";
import { ShortTable } from "#src/kit/ui/short-table.tsx";
import { Group, Shown } from "./shown.tsx";
import { own } from "./words.ts";

interface Line {
  readonly name: string;
  readonly count: number;
}

/** Description lists, short tables, and their empty and error states. */
export function Tables() {
  const { t, locale } = useTranslation();
  const lines: readonly Line[] = (["first", "second", "third"] as const).map((name, at) => ({
    name: t(own(`text.${name}`)),
    count: 1234 * (at + 1),
  }));
  const columns: readonly ShortColumn<Line>[] = [
    { id: "name", title: t(own("text.colour")), show: ({ name }) => name },
    { id: "notes", title: t(own("text.notes")), show: () => t(own("text.longHint")) },
    { id: "count", title: t(own("text.number")), show: ({ count }) => count.toLocaleString(locale), isNumber: true },
  ];
  const table = { label: t(own("text.chart")), columns, rowKey: ({ name }: Line) => name, empty: t(own("text.emptyLine")) };
  return (
    <Group id="tables" title="tables">
      <div className="dev-grid dev-grid-wide">
        <Shown part="Facts" state="state.normal">
          <Facts
            of={[
              [t(own("text.name")), t(own("text.nameValue"))],
              [t(own("text.number")), (1234).toLocaleString(locale)],
              [t(own("text.password")), ""],
              [t(own("text.longLabel")), t(own("text.longValue"))],
            ]}
            written={[t(own("text.notes")), t(own("text.longHint"))]}
          />
        </Shown>
        <Shown part="ShortTable" state="state.rows">
          <ShortTable {...table} rows={lines} sums={{ name: t(own("text.sum")), count: (7404).toLocaleString(locale) }} />
        </Shown>
        <Shown part="ShortTable:keeps" state="state.filled">
          <ShortTable {...table} label={t(own("text.days"))} rows={lines} keepsColumns />
        </Shown>
        <Shown part="ShortTable:empty" state="state.nothing">
          <ShortTable {...table} rows={[]} />
        </Shown>
        <Shown part="FailedNotice:loading" state="state.loading">
          <FailedNotice error={null} onRetry={() => undefined} />
        </Shown>
        <Shown part="FailedNotice" state="state.failed">
          <FailedNotice error={new CallProblem("network", 0, null)} onRetry={() => undefined} />
        </Shown>
        <Shown part="ChunkNotice" state="state.bad">
          <ChunkNotice />
        </Shown>
      </div>
    </Group>
  );
}
