/** A task's content (section 4) as a download: the one answer of the service that a browser may navigate to. */
export const downloadRoute = { method: "GET", path: "/playground/download/{task_id}" } as const;

/**
 * The address of a download for the path of a task's content, with its query byte for byte. Firefox asks for what a
 * link with `download` leads to as it asks for a page, and the service's answers are never one.
 */
export function downloadAddress(content: string): string {
  return content.replace(
    /^((?:\/services\/[^/]+)?)\/v1\/audio\/speech\/tasks\/([^/?]*)\/content/,
    "$1/playground/download/$2",
  );
}
