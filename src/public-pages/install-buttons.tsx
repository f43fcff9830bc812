import { ButtonLink } from "#src/ui/light/button.tsx";
import type { PageProps } from "./page-props.ts";

/** The browsers that the extension is built for, as `data-browser` names them. */
const browsers = ["chrome", "firefox", "edge"] as const;

/** A button for each browser; the one of the browser in use goes first (`page-frame.css`, `page.ts`) and stands out. */
export function InstallButtons({ t }: Pick<PageProps, "t">) {
  return (
    <div className="installs" data-installs="">
      {browsers.map((browser) => (
        <div key={browser} data-browser={browser}>
          <ButtonLink href={`#install-${browser}`} size="big">
            {t(`publicPages.main.install.${browser}`)}
          </ButtonLink>
        </div>
      ))}
    </div>
  );
}
