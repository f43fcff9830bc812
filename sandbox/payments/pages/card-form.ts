import type { CardBehaviour } from "../cards.ts";
import { testCards } from "../cards.ts";
import { escapeHtml } from "./layout.ts";
import type { Fault, Speech } from "./texts.ts";

/** The typed fields of a card form. */
export interface Typed {
  email: string;
  name: string;
  number: string;
  expiry: string;
  cvc: string;
}

interface Field {
  name: keyof Typed;
  label: string;
  hint: string | null;
  /** further attributes, as HTML */
  attributes: string;
  value: string;
  faults: readonly Fault[];
}

/** Reads the form's fields as text, each at most 200 characters. */
export function readTyped(body: string): Typed {
  const form = new URLSearchParams(body);
  const field = (name: string): string => (form.get(name) ?? "").trim().slice(0, 200);
  return { email: field("email"), name: field("name"), number: field("number"), expiry: field("expiry"), cvc: field("cvc") };
}

/** Renders one labelled field with its hint and its error. */
function fieldHtml(speech: Speech, { name, label, hint, attributes, value, faults }: Field): string {
  const [fault] = faults;
  const notes = [hint === null ? null : `${name}-hint`, fault === undefined ? null : `${name}-fault`].filter((note) => note !== null);
  const described = notes.length === 0 ? "" : ` aria-describedby="${notes.join(" ")}"`;
  return `<div class="field">
<label for="${name}">${escapeHtml(label)}</label>
<input id="${name}" name="${name}" value="${escapeHtml(value)}" ${attributes}${described}${fault === undefined ? "" : ' aria-invalid="true"'}>
${hint === null ? "" : `<p class="hint" id="${name}-hint">${escapeHtml(hint)}</p>`}
${fault === undefined ? "" : `<p class="fault" id="${name}-fault">${escapeHtml(speech.texts.faults[fault])}</p>`}
</div>`;
}

/** Renders an e-mail field. */
export function emailFieldHtml(speech: Speech, value: string, faults: readonly Fault[]): string {
  return fieldHtml(speech, {
    name: "email",
    label: speech.texts.email,
    hint: null,
    attributes: 'type="email" autocomplete="email" maxlength="200" required',
    value,
    faults: faults.filter((one) => one === "email"),
  });
}

/** Renders the fields of a card. The typed number and code are not sent back. */
export function cardFieldsHtml(speech: Speech, typed: Typed | null, faults: readonly Fault[]): string {
  const { texts } = speech;
  const pick = (...mine: Fault[]): Fault[] => faults.filter((one) => mine.includes(one));
  const number = fieldHtml(speech, {
    name: "number",
    label: texts.number,
    hint: null,
    attributes: 'inputmode="numeric" autocomplete="cc-number" maxlength="30" required',
    value: "",
    faults: pick("number", "notATestCard"),
  });
  const expiry = fieldHtml(speech, {
    name: "expiry",
    label: texts.expiry,
    hint: texts.expiryHint,
    attributes: 'inputmode="numeric" autocomplete="cc-exp" maxlength="9" required',
    value: typed?.expiry ?? "",
    faults: pick("expiry", "expired"),
  });
  const cvc = fieldHtml(speech, {
    name: "cvc",
    label: texts.cvc,
    hint: texts.cvcHint,
    attributes: 'inputmode="numeric" autocomplete="cc-csc" maxlength="4" required',
    value: "",
    faults: pick("cvc"),
  });
  const name = fieldHtml(speech, {
    name: "name",
    label: texts.name,
    hint: null,
    attributes: 'autocomplete="cc-name" maxlength="200"',
    value: typed?.name ?? "",
    faults: [],
  });
  return `${number}<div class="pair">${expiry}${cvc}</div>${name}`;
}

/** Lists the test cards, and what each does. */
export function testCardsHtml({ texts }: Speech): string {
  const rows = (Object.keys(testCards) as CardBehaviour[]).map((one) => {
    const number = testCards[one].replaceAll(/(\d{4})(?=\d)/g, "$1 ");
    return `<tr><td class="number">${number}</td><td>${escapeHtml(texts.does[one])}</td></tr>`;
  });
  return `<section class="box" aria-labelledby="test-cards">
<h2 id="test-cards">${escapeHtml(texts.testCards)}</h2>
<p class="hint">${escapeHtml(texts.testCardsHint)}</p>
<table><thead><tr><th scope="col">${escapeHtml(texts.cardNumber)}</th><th scope="col">${escapeHtml(texts.cardDoes)}</th></tr></thead>
<tbody>${rows.join("")}</tbody></table>
<p class="hint">${escapeHtml(texts.terms)}</p>
</section>`;
}

/** Renders the bank's question: two answers, one form. */
export function confirmHtml({ texts }: Speech, amount: string): string {
  return `<h1>${escapeHtml(texts.confirmTitle)}</h1>
<p>${escapeHtml(texts.confirmText(amount))}</p>
<form method="post" class="actions">
<button class="button" name="answer" value="confirm">${escapeHtml(texts.confirm)}</button>
<button class="quiet" name="answer" value="refuse">${escapeHtml(texts.refuse)}</button>
</form>`;
}
