import { existsSync, readdirSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { join } from "node:path";
import { judge, type Part } from "./requirement.ts";
import { printTable, type Row } from "./table.ts";

/**
 * `npm run bench [-- name …]`: runs the named benches, or all. A bench is a file of this folder named after it, which
 * exports `bench` and its name in camel case: `first-byte.ts` exports `benchFirstByte(): Promise<Row[]>`. One that must
 * reach something resolves with {@link Part}s, whose requirements are judged: if one is missed, the program fails.
 */
const helpers = ["main.ts", "requirement.ts", "table.ts"];
const known = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(".ts") && !file.includes(".test.") && !helpers.includes(file))
  .map((file) => file.slice(0, -".ts".length));

async function runBench(name: string): Promise<void> {
  const file = join(import.meta.dirname, `${name}.ts`);
  if (!known.includes(name) || !existsSync(file)) {
    throw new Error(`There is no bench "${name}". There are: ${known.join(", ")}.`);
  }
  const exported = `bench${name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}`;
  const module: Record<string, unknown> = await import(`./${name}.ts`);
  const bench = module[exported];
  if (typeof bench !== "function") throw new Error(`${name}.ts exports no function ${exported}.`);
  console.log(`\n${name}`);
  const result: Row[] | Part[] | undefined = await bench();
  if (result === undefined) return;
  if (!isParts(result)) console.log(printTable(result));
  else for (const part of result) printPart(part);
}

const isParts = (result: Row[] | Part[]): result is Part[] => result.some(({ rows }) => Array.isArray(rows));

function printPart({ rows, notes = [], requirements = [] }: Part): void {
  if (rows.length > 0) console.log(`\n${printTable(rows)}`);
  for (const note of notes) console.log(`\n${note}`);
  for (const requirement of requirements) {
    const { met, line } = judge(requirement);
    console.log(line);
    if (!met) process.exitCode = 1;
  }
}

const asked = process.argv.slice(2);
try {
  console.log(
    `Node ${process.version}, ${availableParallelism()} cores (${cpus()[0]?.model.trim() || "unknown processor"})`,
  );
  for (const name of asked.length > 0 ? asked : known) await runBench(name);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
