// The router: the path is the state, so every screen has a link.

export const place = $state({ path: location.pathname, search: location.search });

function read(): void {
  place.path = location.pathname;
  place.search = location.search;
}

addEventListener("popstate", read);

/** The number of our own pages before this one in the history. */
const depth = (): number => (history.state as { depth?: number } | null)?.depth ?? 0;

export function go(path: string, { replace = false } = {}): void {
  if (replace) history.replaceState({ depth: depth() }, "", path);
  else history.pushState({ depth: depth() + 1 }, "", path);
  read();
  scrollTo(0, 0);
}

/** Gives this page another address, which its link and a reload have from now on. */
export function readdress(path: string): void {
  history.replaceState(history.state, "", path + location.search);
}

/** Returns to the page before, which an installed app has no button for; to the home screen if there is none. */
export function back(): void {
  if (depth() > 0) history.back();
  else go("/", { replace: true });
}

/** Handles plain clicks on links inside the page; the browser handles all others. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest("a");
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!link || !plain || link.target || link.hasAttribute("download") || link.origin !== location.origin)
    return;
  if (link.pathname.startsWith("/api/")) return;
  event.preventDefault();
  go(link.pathname + link.search);
}
