// Sharing a link: through the device's share sheet, otherwise the clipboard. Both need TLS; without it, as in a home
// network, a selected text is copied the old way.

export async function share(title: string, url: string): Promise<"shared" | "copied" | "failed"> {
  try {
    if ("share" in navigator) {
      await navigator.share({ title, url });
      return "shared";
    }
    const clipboard = (navigator as Partial<Navigator>).clipboard;
    if (clipboard) await clipboard.writeText(url);
    else if (!copyOld(url)) return "failed";
    return "copied";
  } catch {
    return "failed";
  }
}

function copyOld(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  return copied;
}
