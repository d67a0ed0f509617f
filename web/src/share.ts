// Sharing a link: through the device's share sheet, otherwise the clipboard. Both need TLS; without it, as in a home
// network, a selected text is copied the old way.

export async function share(title: string, url: string): Promise<"shared" | "copied" | "failed"> {
  try {
    if ("share" in navigator) {
      await navigator.share({ title, url });
      return "shared";
    }
    return (await copy(url)) ? "copied" : "failed";
  } catch {
    return "failed";
  }
}

/** Copies a text; whether it worked. */
export async function copy(text: string): Promise<boolean> {
  const clipboard = (navigator as Partial<Navigator>).clipboard;
  if (!clipboard) return copyOld(text);
  return clipboard.writeText(text).then(
    () => true,
    () => false,
  );
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

/** Shares a picture where the device can share files, otherwise saves it. */
export async function sharePicture(title: string, picture: Blob): Promise<void> {
  const file = new File([picture], "qwixx.png", { type: "image/png" });
  const shareable = "canShare" in navigator && navigator.canShare({ files: [file] });
  if (shareable) {
    // Closing the share sheet is not an error.
    await navigator.share({ title, files: [file] }).catch(() => undefined);
    return;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(picture);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
