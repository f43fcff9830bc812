import "#src/ui/tokens.css";
import "#src/ui/base.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { createRoot } from "react-dom/client";
import { hearJobs } from "#src/collect/jobs.query.ts";
import { showLanguage } from "#src/i18n/collector.ts";
import { startSettings } from "#src/settings/settings.store.ts";
import { LanguageProvider } from "#src/ui/language-provider.tsx";
import { router } from "./routes.tsx";
import { client } from "./sources.ts";

const root = document.getElementById("root");
if (root === null) throw new Error("dashboard: index.html has no #root");
await startSettings(showLanguage);
hearJobs(client, new AbortController().signal);
createRoot(root).render(
  <QueryClientProvider client={client}>
    <LanguageProvider>
      <RouterProvider router={router} />
    </LanguageProvider>
  </QueryClientProvider>,
);
