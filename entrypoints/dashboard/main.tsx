import "#src/kit/ui/tokens.css";
import "#src/kit/ui/base.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { createRoot } from "react-dom/client";
import { subscribeToJobs } from "#src/collector/collect/jobs.queries.ts";
import { showLanguage } from "#src/collector/texts/texts.ts";
import { startSettings } from "#src/collector/settings/settings.store.ts";
import { LanguageProvider } from "#src/kit/ui/language-provider.tsx";
import { router } from "./routes.tsx";
import { client } from "./dashboard-data.ts";

const root = document.getElementById("root");
if (root === null) throw new Error("dashboard: index.html has no #root");
await startSettings(showLanguage);
subscribeToJobs(client, new AbortController().signal);
createRoot(root).render(
  <QueryClientProvider client={client}>
    <LanguageProvider>
      <RouterProvider router={router} />
    </LanguageProvider>
  </QueryClientProvider>,
);
