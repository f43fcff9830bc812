import type { ScanEntry } from "#src/kit/ui/scan/scan-entry.ts";

interface FrameNowProps {
  readonly instruction: string;
  readonly code?: string | undefined;
  readonly hint?: string | undefined;
  readonly last: ScanEntry | null;
}

/** Draws a sentence whose codes, such as a SKU, do not break at their hyphens. */
function Unbroken({ text }: { text: string }) {
  return text.split(/(\S*-\S*)/).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span key={`${at} ${part}`} className="hand-held-unbroken">
        {part}
      </span>
    ),
  );
}

/** The instruction: one sentence, a code, and one line of detail. Questions appear only here, with the scan's reason unless the screen has a hint. */
export function FrameInstruction({ instruction, code, hint, last }: FrameNowProps) {
  const isAsked = last?.state === "ask";
  const why = isAsked && last.text !== instruction ? last.text : "";
  const detail = hint ?? why;
  return (
    <div className={isAsked ? "hand-held-now hand-held-now-ask" : "hand-held-now"} role="status">
      <p className="hand-held-step">
        <Unbroken text={instruction} />
      </p>
      {code !== undefined && (
        <p className="hand-held-code" translate="no">
          {code}
        </p>
      )}
      {detail !== "" && <p className="hand-held-detail">{detail}</p>}
    </div>
  );
}
