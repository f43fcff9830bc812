import "i18next";
import type { texts } from "./en_us.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "translation";
    resources: { translation: typeof texts };
  }
}
