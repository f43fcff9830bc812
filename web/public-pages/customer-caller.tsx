import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useEffect, useMemo } from "react";
import type { Caller } from "#src/kit/api/call-hooks.tsx";
import { CallerContext } from "#src/kit/api/call-hooks.tsx";
import type { CallOptions, CallProblem, Client } from "#src/kit/api/client.ts";
import { createClient } from "#src/kit/api/client.ts";
import type { CallAddress } from "#src/kit/api/address.ts";
import { getProblemTexts } from "#src/kit/api/problem.rules.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import { useCustomerSession } from "#src/kit/session/customer-session.store.ts";
import { Toasts } from "#src/kit/ui/light/toast.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { forgetAnswers, queries } from "../queries.ts";

/** A session that the server takes no longer ends here; what else fails is said as a toast where no screen says it in place. */
function hear(problem: CallProblem, call: CallAddress, { isQuiet = false }: CallOptions, language: Language): void {
  if (problem.codeName === "loginExpired" || problem.codeName === "notSignedIn") return useCustomerSession.getState().expire();
  if (isQuiet || call.method === "GET") return;
  const texts = getProblemTexts(problem);
  if (texts !== null) useToasts.getState().show("bad", texts[language]);
}

/**
 * The client of a public page: with the customer's tokens, where one is signed in.
 * @param origin of the server; empty for the page's own
 */
export function createCustomerClient(language: Language, origin = ""): Client {
  return createClient({
    origin,
    tokens: () => useCustomerSession.getState().session,
    onProblem: (problem, call, options) => hear(problem, call, options, language),
  });
}

interface CustomerCallerProps {
  readonly client: Client;
  readonly children: ReactNode;
}

/** Says who calls on a public page: the customer who is signed in, or nobody. What one has seen is not shown to the next. */
export function CustomerCaller({ client, children }: CustomerCallerProps) {
  const { t } = useTranslation();
  const email = useCustomerSession((store) => store.session?.email ?? "");
  const caller = useMemo<Caller>(
    () => ({
      area: null,
      client,
      scope: { username: email, providerUuid: "" },
      role: email === "" ? null : "customer",
      permissions: [],
      isReadOnly: false,
    }),
    [client, email],
  );
  useEffect(() => () => forgetAnswers(email), [email]);
  return (
    <QueryClientProvider client={queries}>
      <CallerContext value={caller}>{children}</CallerContext>
      <Toasts closeText={t("ui.close")} />
    </QueryClientProvider>
  );
}
