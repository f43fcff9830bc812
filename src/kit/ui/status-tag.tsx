import "./status-tag.css";

export type Tone = "normal" | "good" | "warn" | "bad" | "quiet";

/** A state as a dot and a word: the word says it, colour and shape of the dot only help. */
export function StatusTag({ tone, text }: { tone: Tone; text: string }) {
  return (
    <span className={`status-tag status-${tone}`}>
      <span className="status-dot" aria-hidden="true" />
      {text}
    </span>
  );
}
