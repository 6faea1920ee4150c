// Runs before the first paint: sets the colour scheme, the language and the typeface, so that nothing flashes, and
// shows the first screen, which the build has put into the page in each language. The build writes this into the page.
(() => {
  /** A script of more characters would be laid out twice, which takes longer than it is seen. */
  const longest = 10_000;
  const languages = ["en", "zh"];

  const settings = settingsOf();
  const language = languages.includes(settings.language) ? settings.language : languageOfBrowser();
  const { scheme } = settings;
  const script = typeof settings.script === "string" ? settings.script : undefined;
  if (scheme === "light" || scheme === "dark") document.documentElement.dataset.mantineColorScheme = scheme;
  document.documentElement.lang = language === "zh" ? "zh-CN" : "en";
  showTypeface();

  // Its end of construction is seen while the page is parsed, before anything of it is painted.
  customElements.define(
    "first-screen",
    class extends HTMLElement {
      connectedCallback() {
        const template = document.querySelector(`template[data-first-screen="${language}"]`);
        const screen = template?.content.firstElementChild?.cloneNode(true);
        const scripts = document.querySelector('template[data-first-screen="scripts"]')?.content;
        for (const done of document.querySelectorAll("template[data-first-screen]")) done.remove();
        this.remove();
        // In development there is none.
        if (screen === undefined || scripts === undefined) return;
        // First of all: the page comes, whatever becomes of its first screen.
        for (const only of scripts.querySelectorAll("[data-only]")) if (only.dataset.only !== language) only.remove();
        whenPainted(() => document.body.append(scripts));
        for (const styled of screen.querySelectorAll("[data-style]")) styled.style.cssText = styled.dataset.style;
        screen.dataset.firstScreen = isAsAtFirst() ? "new" : "kept";
        if (settings.folds?.takes === true) screen.dataset.folded = "";
        const area = screen.querySelector("textarea");
        if (script !== undefined) showScript(area);
        // Nothing else answers yet, and nobody is to be told that it does.
        for (const part of [...screen.children, ...area.parentElement.children]) {
          if (part.contains(area)) continue;
          part.inert = true;
          part.ariaHidden = "true";
        }
        document.addEventListener("click", function note(event) {
          if (screen.isConnected) notePress(screen, event);
          else document.removeEventListener("click", note);
        });
        // A window beside the page shows something else.
        if (!location.hash.startsWith("#window=")) document.getElementById("root")?.append(screen);
      }
    },
  );

  /**
   * Where this device has the page's own typeface from an earlier visit, it is there for the first paint, or not shown
   * in this visit: no letters change before somebody's eyes.
   */
  function showTypeface() {
    let href;
    try {
      href = localStorage.getItem("speech-playground-typeface");
    } catch {
      // Blocked storage: the typeface that stands in holds.
    }
    if (!href) return;
    const preload = document.createElement("link");
    document.head.append(Object.assign(preload, { rel: "preload", as: "font", crossOrigin: "", href }));
    // As in kit/typeface.ts.
    const look = { weight: "100 900", ascentOverride: "95%", descentOverride: "25%", display: "optional" };
    document.fonts.add(new FontFace("Geist", `url(${href})`, look));
  }

  /** So that what is painted first has line and processor to itself. A tab that nobody sees isn't painted. */
  function whenPainted(callback) {
    let isDone = false;
    const once = () => {
      if (!isDone) callback();
      isDone = true;
    };
    setTimeout(once, document.hidden ? 0 : 1_000);
    requestAnimationFrame(() => setTimeout(once));
  }

  function showScript(area) {
    if (script.length > longest) area.hidden = true;
    else area.defaultValue = script;
    area.dataset.length = script.length <= 400 ? "short" : script.length <= 1_500 ? "medium" : "long";
    area.dir = "auto";
    area.removeAttribute("lang");
  }

  /**
   * The page does what was pressed, in order, as soon as it is there: once each, since nothing has answered the first
   * press.
   */
  function notePress(screen, { clientX, clientY }) {
    const isPressed = (control) => {
      const { left, right, top, bottom } = control.getBoundingClientRect();
      const isAt = left <= clientX && clientX <= right && top <= clientY && clientY <= bottom;
      return isAt && control.checkVisibility({ visibilityProperty: true });
    };
    // What stands later lies above.
    const control = [...screen.querySelectorAll("button, input, summary")].findLast(isPressed);
    if (control !== undefined) control.dataset.pressed ??= screen.querySelectorAll("[data-pressed]").length;
  }

  /** Whether everything on the first screen but its language and script is as on a first visit. */
  function isAsAtFirst() {
    const { model, modes, transport = "http", values, volume = 1, multiplier, boardShare } = settings;
    const chosen = [model, multiplier, boardShare, script, ...Object.keys({ ...modes, ...values })];
    if (settings.technical === true || settings.folds?.takes === true) return false;
    const isPlain = transport === "http" && volume === 1 && (scheme ?? "system") === "system";
    return isPlain && location.hash === "" && chosen.every((one) => one === undefined);
  }

  /** What this tab was set to, before what any tab was. */
  function settingsOf() {
    try {
      const stored = JSON.parse(localStorage.getItem("speech-playground") ?? "null");
      if (typeof stored?.state !== "object") return {};
      const own = JSON.parse(sessionStorage.getItem("speech-playground") ?? "null");
      if (own?.state === undefined || own.version !== stored.version) return { ...stored.state };
      const unset = { model: undefined, modes: {}, transport: undefined, values: {}, script: undefined };
      return { ...stored.state, ...unset, ...own.state };
    } catch {
      // Blocked or damaged storage: the system's scheme and the browser's language hold.
      return {};
    }
  }

  function languageOfBrowser() {
    const spoken = navigator.languages.map((tag) => tag.toLowerCase().split("-", 1)[0]);
    return spoken.find((one) => languages.includes(one)) ?? "en";
  }
})();
