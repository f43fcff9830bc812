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

/** Ends a session that the server no longer accepts. Shows other problems as a toast, unless a screen shows them itself. */
function hear(problem: CallProblem, call: CallAddress, { isQuiet = false }: CallOptions, language: Language): void {
  if (problem.codeName === "loginExpired" || problem.codeName === "notSignedIn") return useCustomerSession.getState().expire();
  if (isQuiet || call.method === "GET") return;
  const texts = getProblemTexts(problem);
  if (texts !== null) useToasts.getState().show("bad", texts[language]);
}

/**
 * Creates the client of a public page, with the customer's tokens if one is signed in.
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

/** Provides the caller of a public page: the signed-in customer, or nobody. Removes a customer's cached responses when the session changes. */
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
