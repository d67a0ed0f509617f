// Installing the client: browsers that can do it send an event first, which is kept until a good moment.

interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

const REFUSED = "qwixx.no-install";

export const install = $state<{ event: InstallEvent | undefined }>({ event: undefined });

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  install.event = event as InstallEvent;
});
addEventListener("appinstalled", () => (install.event = undefined));

/** How this device installs: by a button, by hand on an iPhone, or not at all (any more). */
export function way(): "button" | "ios" | undefined {
  if (localStorage.getItem(REFUSED) || matchMedia("(display-mode: standalone)").matches) return undefined;
  if (install.event) return "button";
  return /iPhone|iPad/.test(navigator.userAgent) && "serviceWorker" in navigator ? "ios" : undefined;
}

export function refuse(): void {
  localStorage.setItem(REFUSED, "1");
  install.event = undefined;
}
