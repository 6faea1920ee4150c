// Runs before the first paint: sets the colour scheme and the language that were chosen, so that nothing flashes, and shows
// the first screen, which the build has put into the page in each language. A file of its own, because the content security
// policy forbids scripts inside the page.
(() => {
  /** A script of more characters would be laid out twice, which takes longer than it is seen. */
  const longest = 10_000;
  const controls = "button, label, input, summary";

  const settings = settingsOf();
  const language = settings.language ?? languageOfBrowser();
  const { scheme, script } = settings;
  if (scheme === "light" || scheme === "dark") document.documentElement.dataset.mantineColorScheme = scheme;
  document.documentElement.lang = language === "zh" ? "zh-CN" : "en";

  // Its end of construction is seen while the page is parsed, before anything of it is painted.
  customElements.define(
    "first-screen",
    class extends HTMLElement {
      connectedCallback() {
        const template = document.querySelector(`template[data-first-screen="${language}"]`);
        const screen = template?.content.firstElementChild?.cloneNode(true);
        for (const done of document.querySelectorAll("[data-first-screen]")) done.remove();
        this.remove();
        if (screen === undefined) return;
        for (const styled of screen.querySelectorAll("[data-style]")) styled.style.cssText = styled.dataset.style;
        screen.dataset.firstScreen = isAsAtFirst() ? "new" : "kept";
        screen.addEventListener("click", notePress, { capture: true });
        const area = screen.querySelector("textarea");
        if (area !== null && script !== undefined) showScript(area);
        document.getElementById("root")?.append(screen);
      }
    },
  );

  function showScript(area) {
    if (script.length > longest) area.hidden = true;
    else area.defaultValue = script;
    area.dataset.length = script.length <= 400 ? "short" : script.length <= 1_500 ? "medium" : "long";
    area.dir = "auto";
    area.removeAttribute("lang");
  }

  /** The page does what was pressed last, as soon as it is there. */
  function notePress(event) {
    const control = event.target instanceof Element ? event.target.closest(controls) : null;
    if (control === null) return;
    event.preventDefault();
    event.currentTarget.querySelector("[data-pressed]")?.removeAttribute("data-pressed");
    control.dataset.pressed = "";
  }

  /** Whether everything on the first screen but its language and script is as on a first visit. */
  function isAsAtFirst() {
    const { model, modes = {}, transport = "http", values = {}, volume = 1, multiplier, boardShare } = settings;
    const chosen = [model, multiplier, boardShare, script, ...Object.keys(modes), ...Object.keys(values)];
    const isPlain = transport === "http" && volume === 1 && (scheme ?? "system") === "system";
    return isPlain && location.hash === "" && chosen.every((one) => one === undefined);
  }

  /** What this tab was set to, before what any tab was. */
  function settingsOf() {
    try {
      const stored = JSON.parse(localStorage.getItem("speech-playground") ?? "null");
      if (stored?.state === undefined) return {};
      const own = JSON.parse(sessionStorage.getItem("speech-playground") ?? "null");
      if (own?.state === undefined || own.version !== stored.version) return stored.state;
      const unset = { model: undefined, modes: {}, transport: undefined, values: {}, script: undefined };
      return { ...stored.state, ...unset, ...own.state };
    } catch {
      // Blocked or damaged storage: the system's scheme and the browser's language hold.
      return {};
    }
  }

  function languageOfBrowser() {
    const spoken = navigator.languages.map((tag) => tag.toLowerCase().split("-", 1)[0]);
    return spoken.find((one) => one === "en" || one === "zh") ?? "en";
  }
})();
