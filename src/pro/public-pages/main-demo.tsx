import "./main-demo.css";
import english from "./en_us.json" with { type: "json" };
import type { PageProps } from "./page-props.ts";
import chinese from "./zh_cn.json" with { type: "json" };

const catalogues = { en_us: english, zh_cn: chinese } as const;

/**
 * The live demo before its script has loaded. The script (`web/public-pages/demo.ts`) reads its texts from `data-texts`, so that only the page's language is
 * loaded. Controls are disabled until then.
 */
export function MainDemo({ t, language }: PageProps) {
  return (
    <section id="demo" className="band band-surface">
      <div className="frame-width band-inner">
        <h2 className="band-title">{t("publicPages.main.demo.title")}</h2>
        <p className="band-lead">{t("publicPages.main.demo.lead")}</p>
        <noscript>
          <p className="demo-line">{t("publicPages.main.demo.noScript")}</p>
        </noscript>
        <div className="demo" data-island="demo" data-when="seen" data-texts={JSON.stringify(catalogues[language].demo)}>
          <div className="demo-drop">
            <label className="demo-choose">
              <input type="file" className="demo-file" disabled accept=".html,.htm,.mhtml,.mht,.json,.txt,text/html,application/json" />
              <span className="button button-primary">{t("publicPages.demo.choose")}</span>
            </label>
            <button type="button" className="button demo-sample" disabled>
              {t("publicPages.demo.sample")}
            </button>
            <p className="demo-hint">{t("publicPages.demo.drop")}</p>
          </div>
          <details className="demo-paste">
            <summary>{t("publicPages.demo.paste")}</summary>
            <label className="demo-paste-label">
              <span>{t("publicPages.demo.pasteLabel")}</span>
              <textarea className="demo-text" rows={4} spellCheck={false} autoComplete="off" />
            </label>
            <button type="button" className="button demo-read" disabled>
              {t("publicPages.demo.read")}
            </button>
          </details>
          <p className="demo-failed">{t("publicPages.demo.loadFailed")}</p>
          <p className="demo-status" role="status" />
          <div className="demo-result" hidden />
        </div>
      </div>
    </section>
  );
}
