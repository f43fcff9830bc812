import "./policy.css";
import type { TFunction } from "i18next";
import type { ReactNode } from "react";
import { declaredOn } from "#src/pro/privacy/privacy.rules.ts";

/** A part of a policy: a heading that the table of contents links to, and its content. */
export interface PolicyPart {
  readonly id: string;
  readonly title: string;
  readonly body: ReactNode;
}

interface PolicyProps {
  readonly t: TFunction;
  readonly title: string;
  readonly lead: string;
  readonly parts: readonly PolicyPart[];
}

/** A policy with its date, table of contents and parts. */
export function Policy({ t, title, lead, parts }: PolicyProps) {
  return (
    <article className="policy frame-width">
      <header className="policy-head">
        <h1>{title}</h1>
        <p className="policy-lead">{lead}</p>
        <p className="small quiet">{t("privacy.asOf", { date: declaredOn })}</p>
        <nav className="policy-contents" aria-label={t("privacy.contents")}>
          <ol>
            {parts.map((part) => (
              <li key={part.id}>
                <a href={`#${part.id}`}>{part.title}</a>
              </li>
            ))}
          </ol>
        </nav>
      </header>
      {parts.map((part) => (
        <section key={part.id} className="policy-part" id={part.id} aria-labelledby={`${part.id}-title`}>
          <h2 id={`${part.id}-title`}>{part.title}</h2>
          {part.body}
        </section>
      ))}
    </article>
  );
}

interface Row {
  readonly what: string;
  readonly why: string;
  /** omitted for permissions, which last as long as the extension */
  readonly long?: string;
}

interface DeclaredProps {
  readonly t: TFunction;
  readonly caption: string;
  readonly first: "what" | "permission";
  readonly rows: readonly Row[];
}

/** Rows of the declaration: what, why, how long. */
export function Declared({ t, caption, first, rows }: DeclaredProps) {
  const hasLong = rows.some(({ long }) => long !== undefined);
  const [why, long] = [t("privacy.column.why"), t("privacy.column.long")];
  return (
    <table className="policy-table" aria-label={caption}>
      <thead>
        <tr>
          <th scope="col">{t(`privacy.column.${first}`)}</th>
          <th scope="col">{why}</th>
          {hasLong && <th scope="col">{long}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.what}>
            <th scope="row">{row.what}</th>
            <td data-label={why}>{row.why}</td>
            {row.long !== undefined && <td data-label={long}>{row.long}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
