/** Under this name the page isn't trustworthy to a browser: as it is on another machine, over plain http. */
export const elsewhere = "playground.test";

/** Another name for this machine, for a browser's command line. */
export const elsewhereRule = `--host-resolver-rules=MAP ${elsewhere} 127.0.0.1`;
