/** How long a browser may take until it has taken up an address to save from, in milliseconds. */
export const savingPatience = 10_000;

/** Lets the browser save what a server answers at `address`, as it comes. Call it behind a person's click. */
export function saveFrom(address: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = "";
  link.click();
}

/** Saves `blob` as a file called `name`, as if a link to it had been pressed. Call it behind a person's click. */
export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // It must not stay until the page goes.
  setTimeout(() => URL.revokeObjectURL(link.href), savingPatience);
}
