// The router: the path is the state, so every screen has a link.

export const place = $state({ path: location.pathname, search: location.search });

function read(): void {
  place.path = location.pathname;
  place.search = location.search;
}

addEventListener("popstate", read);

export function go(path: string, { replace = false } = {}): void {
  history[replace ? "replaceState" : "pushState"](null, "", path);
  read();
  scrollTo(0, 0);
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
