/** Has the browser save `blob` as a file called `name`. */
export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser has taken the address by then; it must not stay until the page goes.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
