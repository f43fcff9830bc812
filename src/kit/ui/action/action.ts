import type { Principal } from "#src/kit/api/access.rules.ts";
import { getAccessRefusal } from "#src/kit/api/access.rules.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { getCodeTexts } from "#src/kit/api/get-code-texts.ts";
import type { Call } from "#src/kit/api/define-call.ts";
import type { Texts } from "#src/kit/api/envelope.ts";
import type { Translate } from "#src/kit/i18n/translation.store.ts";
import type { TextKey } from "#src/kit/i18n/text-key.ts";
import { languages, locales } from "#src/kit/lib/languages.ts";

/** Why an action cannot be done. The server's refusal and the reason on the button come from this one value. */
export interface Obstacle {
  /** what the call answers; null where it would change nothing (what is archived is not archived again), or there is nothing to call it with */
  readonly code: RefusalName | null;
  /** the action has no meaning in this state, so that it is not shown: a completed receipt is not confirmed again */
  readonly isHidden?: true;
  /** the reason on the button, where it says more than the code's own text */
  readonly reason?: { readonly key: TextKey; readonly values?: Readonly<Record<string, string | number>> };
}

/** Who looks at an action: the session, and the provider whose data is shown. A screen's caller is one. */
export interface Viewer extends Principal {
  readonly scope: { readonly providerUuid: string };
}

/** The rule of an action: which calls it makes, and when it can be done. Buttons, row menus, selection bars and keys all go by it. */
export interface ActionRule<S = unknown> {
  /** the calls that it makes: shown to whoever may make all of them; none where it only opens something or copies */
  readonly calls: readonly Call[];
  /** what the state of its subject says: a pure rule that the server goes by as well */
  readonly check?: (subject: S, viewer: Viewer) => Obstacle | null;
}

/** Declares the actions of a slice by name. They stand in `<slice>.actions.ts`; the walk over actions tries each of them. */
export function defineActions<T extends Readonly<Record<string, ActionRule<never>>>>(actions: T): T {
  return Object.freeze(actions);
}

/** Why this viewer cannot do this to this subject; null where it can be done. */
export function getObstacle<S>({ calls, check }: ActionRule<S>, subject: S, viewer: Viewer): Obstacle | null {
  for (const call of calls) {
    const code = getAccessRefusal(viewer, call);
    if (code !== null) return { code, isHidden: true };
  }
  return check?.(subject, viewer) ?? null;
}

/** Decides whether one more fits: the obstacle where there are as many as can be, else null. */
export function checkRoom(count: number, most: number, code: RefusalName): Obstacle | null {
  return count < most ? null : { code };
}

/** A rule whose subject is known already, for buttons that are made as data. */
export function withSubject<S>({ calls, check }: ActionRule<S>, subject: S): ActionRule {
  return check === undefined ? { calls } : { calls, check: (_, viewer) => check(subject, viewer) };
}

/** Whether an action is allowed by role and permission, whatever its subject. */
export function isPermitted({ calls }: ActionRule<never>, viewer: Principal): boolean {
  return calls.every((call) => getAccessRefusal(viewer, call) === null);
}

/** The reason in words, in the language of the page. */
export function formatReason({ code, reason }: Obstacle, { t, locale }: { t: Translate; locale: string }): string {
  if (reason !== undefined) return t(reason.key, { ...reason.values });
  const texts: Texts = getCodeTexts(code ?? "notFound");
  return texts[languages.find((one) => locales[one] === locale) ?? "en_us"];
}
