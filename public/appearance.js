// Runs before the first paint, so that a chosen colour scheme or language doesn't flash. A file of its own, because the
// content security policy forbids scripts inside the page.
try {
  const stored = JSON.parse(localStorage.getItem("speech-playground") ?? "null");
  const { scheme, language } = stored?.state ?? {};
  if (scheme === "light" || scheme === "dark") document.documentElement.dataset.mantineColorScheme = scheme;
  if (language === "zh") document.documentElement.lang = "zh-CN";
} catch {
  // Blocked or damaged storage: the system's scheme and the browser's language hold.
}
