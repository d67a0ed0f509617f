// The few globals of a browser that the code under test reads.

/** An empty storage of the device and of the tab. */
export function storage(): void {
  for (const name of ["localStorage", "sessionStorage"]) {
    const kept = new Map<string, string>();
    const value = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => void kept.set(key, text),
      removeItem: (key: string) => void kept.delete(key),
    };
    Object.defineProperty(globalThis, name, { value, configurable: true });
  }
}

export function browser(): void {
  const element = { lang: "" };
  const target = new EventTarget();
  Object.assign(globalThis, {
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
    dispatchEvent: target.dispatchEvent.bind(target),
    document: Object.assign(new EventTarget(), { documentElement: element, hidden: false }),
    location: { protocol: "http:", host: "server.example" },
  });
}
