import { benchShared } from "./bench/service/segments.ts";

for (const p of await benchShared()) console.log(JSON.stringify(p.rows, null, 0));
