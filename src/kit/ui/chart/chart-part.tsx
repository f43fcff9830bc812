import type { ReactNode } from "react";
import type { PartTone } from "./chart.rules.ts";

/** Strokes over the colour, different for each part, for people who cannot tell the colours apart. The first part is plain. */
const strokes: readonly (ReactNode | null)[] = [
  null,
  <path key="rising" d="M-2 2 2 -2M0 8 8 0M6 10 10 6" />,
  <circle key="dots" cx={4} cy={4} r={1} />,
  <path key="falling" d="M-2 6 2 10M0 0 8 8M6 -2 10 2" />,
  <path key="upright" d="M2 0V8M6 0V8" />,
];
const patternSize = { width: 8, height: 8, patternUnits: "userSpaceOnUse" } as const;

/** The patterns of a chart, which its parts refer to by this id. */
export function Patterns({ id }: { id: string }) {
  return (
    <svg className="chart-patterns" width={0} height={0} aria-hidden="true">
      <defs>
        {strokes.map((stroke, at) => (
          <pattern key={String(at)} id={`${id}-${at}`} {...patternSize}>
            {stroke}
          </pattern>
        ))}
      </defs>
    </svg>
  );
}

interface PartBoxProps {
  /** place among the parts */
  readonly at: number;
  readonly tone: PartTone;
  /** id of the chart's patterns */
  readonly patterns: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export function PartBox({ at, tone, patterns, ...box }: PartBoxProps) {
  return (
    <>
      <rect className={`chart-part chart-part-${tone}`} {...box} />
      {at > 0 && <rect fill={`url(#${patterns}-${at % strokes.length})`} {...box} />}
    </>
  );
}
