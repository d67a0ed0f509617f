// The few globals of a browser that the code under test reads.

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
