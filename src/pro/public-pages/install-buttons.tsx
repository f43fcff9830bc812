import { ButtonLink } from "#src/kit/ui/light/button.tsx";
import type { PageProps } from "./page-props.ts";

/** The browsers with a build of the extension, named as in `data-browser`. */
const browsers = ["chrome", "firefox", "edge"] as const;

/** A button for each browser; the current browser's comes first (`page-frame.css`, `page.ts`) and stands out. */
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
