import "./main-install.css";
import { ButtonLink } from "#src/kit/ui/light/button.tsx";
import type { PageProps } from "./page-props.ts";
import { getPublicHref } from "#src/pro/public-frame/public-pages.rules.ts";

// The extension is offered as a package until the site's configuration names the stores' addresses.
const ways = [
  { browser: "chrome", name: "inChrome", steps: ["unpack", "chromePage", "loadUnpacked", "pin"] },
  { browser: "firefox", name: "inFirefox", steps: ["unpack", "firefoxPage", "firefoxLoad", "firefoxKeeps"] },
  { browser: "edge", name: "inEdge", steps: ["unpack", "edgePage", "loadUnpacked", "pin"] },
] as const;

/** How to install the extension in each browser, the current one first. */
export function MainInstall({ t, language }: PageProps) {
  return (
    <section id="install" className="band">
      <div className="frame-width band-inner">
        <h2 className="band-title">{t("publicPages.main.install.title")}</h2>
        <p className="band-lead">{t("publicPages.main.install.lead")}</p>
        <p className="band-action">
          <ButtonLink href={getPublicHref("support", language)}>{t("publicPages.main.install.ask")}</ButtonLink>
        </p>
        <div className="ways" data-installs="">
          {ways.map(({ browser, name, steps }) => (
            <article key={browser} id={`install-${browser}`} className="panel install-way" data-browser={browser}>
              <h3>{t(`publicPages.main.install.${name}`)}</h3>
              <ol>
                {steps.map((step) => (
                  <li key={step}>{t(`publicPages.main.install.${step}`)}</li>
                ))}
              </ol>
            </article>
          ))}
        </div>
      </div>
    </section>
  );
}
