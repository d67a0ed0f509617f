// Installing the client: browsers that can do it send an event first, which is kept until a good moment.

interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

const REFUSED = "qwixx.no-install";
/** The games that this device has finished, up to the one whose result shows the hint. */
const GAMES = "qwixx.install-after";
/** The hint comes with the result of this game: whoever plays a second one probably comes back. */
const GOOD_MOMENT = 2;

export const install = $state<{ event: InstallEvent | undefined }>({ event: undefined });

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  install.event = event as InstallEvent;
});
addEventListener("appinstalled", () => (install.event = undefined));

/** Whether the result of this game is the one that shows the hint; it stays there after a reload. */
export function isMoment(game: string): boolean {
  const games = JSON.parse(localStorage.getItem(GAMES) ?? "[]") as string[];
  if (!games.includes(game) && games.length < GOOD_MOMENT) games.push(game);
  localStorage.setItem(GAMES, JSON.stringify(games));
  return games.indexOf(game) === GOOD_MOMENT - 1;
}

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
