import type { Generated, Kysely } from "kysely";
import type { TaskStatus } from "../../contract/tasks.ts";

/** The service's database, or a transaction in it. */
export type Database = Kysely<Tables>;

/** The tables of the service's database. */
export interface Tables {
  readonly tasks: TaskTable;
  readonly task_runs: TaskRunTable;
  readonly segments: SegmentTable;
  readonly ledger: LedgerTable;
  readonly first_answers: FirstAnswerTable;
  readonly rate_limits: RateLimitTable;
  readonly settings: SettingTable;
  readonly wrong_keys: WrongKeyTable;
}

export interface TaskTable {
  readonly number: Generated<number>;
  readonly id: string;
  readonly caller: string;
  readonly model: string;
  readonly endpoint: "tasks" | "speech";
  readonly created_at: number;
  readonly status: TaskStatus;
  readonly characters: number;
  readonly request: string | null;
  readonly finished_at: number | null;
  readonly media_type: string | null;
  readonly extension: string | null;
  readonly bytes: number | null;
  readonly duration_seconds: number | null;
  readonly granularity: "word" | "sentence" | null;
  readonly stored: Generated<number>;
  readonly error_code: string | null;
  readonly error_message: string | null;
  /** The process that answers a synchronous request with it. */
  readonly owner: string | null;
  /** How it was spoken, as JSON; null until it is completed. */
  readonly spoken: string | null;
}

interface TaskRunTable {
  readonly task: string;
  readonly progress: Generated<number>;
  readonly utterance: string | null;
}

export interface SegmentTable {
  readonly task: string;
  readonly number: number;
  readonly start: number;
  readonly length: number;
  readonly text_offset: number;
  readonly characters: number;
  readonly goes_on: number;
  readonly samples: number | null;
  readonly pause: number | null;
  /** What its sound and times are kept as. */
  readonly kept: string | null;
}

export interface LedgerTable {
  readonly number: Generated<number>;
  readonly at: number;
  readonly caller: string;
  readonly model: string;
  readonly route: string;
  readonly reference: string;
  readonly kind: "charge" | "precharge" | "settlement" | "refund";
  readonly price: "tokens" | "money" | "undocumented";
  readonly characters: number;
  readonly tokens: number | null;
  readonly seconds: number | null;
  readonly basis: "text" | "duration_seconds" | null;
  readonly amount_millionths: number | null;
  /** The process that sends the answer to what was charged; null once that has ended, and for tasks. */
  readonly owner: string | null;
}

interface FirstAnswerTable {
  readonly key: string;
  readonly request: string;
  readonly at: number;
  /** A task as JSON; for sound what its charge is referred to by. Empty while the request is under way. */
  readonly answer: string;
  /** The process at which the request is under way; null once it was answered. */
  readonly owner: string | null;
}

interface RateLimitTable {
  readonly caller: string;
  readonly ends: number;
  readonly requests: number;
}

interface WrongKeyTable {
  readonly network: string;
  readonly count: number;
  readonly ends: number;
}

interface SettingTable {
  readonly name: string;
  readonly value: string;
}

/** How a database writes what the tables need. */
export interface ColumnTypes {
  /** A key that counts up in the order of arrival. */
  readonly counter: string;
  /** Up to 53 bits. */
  readonly whole: string;
  /** 64 bits. */
  readonly real: string;
  /** What ends the definition of a table. */
  readonly end: string;
}

/** The statements that make the first tables. Each can be run again where the table exists. */
export function firstTables({ counter, whole, real, end }: ColumnTypes): readonly string[] {
  return [
    `create table if not exists tasks (
      number ${counter},                     -- order of arrival
      id text not null unique,
      caller text not null,                  -- digest of the key
      model text not null,
      endpoint text not null,                -- tasks, or speech for a synchronous request that runs as a job
      created_at ${whole} not null,          -- Unix time in seconds
      status text not null,
      characters ${whole} not null,
      request text,                          -- the body as JSON, until the task has ended
      finished_at ${whole},                  -- Unix time in milliseconds
      media_type text,
      extension text,
      bytes ${whole},
      duration_seconds ${real},
      granularity text,                      -- of its timestamps; null where it has none
      stored ${whole} not null default 0,    -- whether its files still exist
      error_code text,
      error_message text
    )${end}`,
    "create index if not exists tasks_by_status on tasks (status, number)",
    "create index if not exists tasks_stored on tasks (finished_at) where stored = 1",
    // Of tasks that have not ended, and what was told of those that failed.
    `create table if not exists task_runs (
      task text primary key,
      progress ${whole} not null default 0,  -- percent, as a client was last told
      utterance text                         -- how each of its segments is spoken, as JSON without the text
    )${end}`,
    // Of tasks that have not ended.
    `create table if not exists segments (
      task text not null,
      number ${whole} not null,              -- from 0
      start ${whole} not null,               -- in the text, in UTF-16 units
      length ${whole} not null,
      text_offset ${whole} not null,         -- in the text, in code points
      characters ${whole} not null,
      goes_on ${whole} not null,             -- whether it ends in the middle of a sentence
      samples ${whole},                      -- of its sound, once that is kept
      pause ${whole},                        -- samples of silence behind it, should speech follow
      primary key (task, number)
    )${end}`,
    `create table if not exists ledger (
      number ${counter},
      at ${whole} not null,                  -- Unix time in seconds
      caller text not null,                  -- digest of the key
      model text not null,
      route text not null,                   -- speech, stream, tasks or websocket
      reference text not null,               -- what was paid for: a task or a request
      kind text not null,                    -- charge, precharge, settlement or refund
      price text not null,                   -- tokens, money or undocumented
      characters ${whole} not null,
      tokens ${whole},                       -- added by this row
      seconds ${real},                       -- that the amount is for
      basis text,                            -- of the seconds: text or duration_seconds
      amount_millionths ${whole},            -- added by this row, before the group multiplier
      unique (reference, kind)               -- nothing is billed twice
    )${end}`,
    `create table if not exists first_answers (
      key text primary key,                  -- digest of caller and key
      request text not null,                 -- digest of route and body
      at ${whole} not null,                  -- Unix time in milliseconds
      answer text not null                   -- a task as JSON, or empty for sound
    )${end}`,
  ];
}

/** What several processes need that share a database. */
export function sharedTables({ whole, end }: ColumnTypes): readonly string[] {
  return [
    "alter table tasks add column owner text",
    "alter table first_answers add column owner text",
    "alter table segments add column kept text",
    "create index if not exists tasks_by_caller on tasks (caller, number)",
    "create index if not exists first_answers_by_time on first_answers (at)",
    `create table if not exists rate_limits (
      caller text primary key,               -- digest of the key, or the task of a signed address
      ends ${whole} not null,                -- of the minute that is counted, Unix time in milliseconds
      requests ${whole} not null             -- so far in that minute
    )${end}`,
    // What must be the same for all.
    `create table if not exists settings (
      name text primary key,
      value text not null
    )${end}`,
  ];
}

/** How a task was spoken, for the answers that bring its sound, and the wrong keys that several processes count. */
export function spokenTables({ whole, end }: ColumnTypes): readonly string[] {
  return [
    "alter table tasks add column spoken text",
    `create table if not exists wrong_keys (
      network text primary key,              -- the address that they came from
      count ${whole} not null,               -- in a row
      ends ${whole} not null                 -- when they are forgiven, Unix time in milliseconds
    )${end}`,
    "create index if not exists wrong_keys_by_time on wrong_keys (ends)",
  ];
}

/** Who sends the answer to what was charged, so that others give it back should that process die. */
export function answeringTables(): readonly string[] {
  return [
    "alter table ledger add column owner text",
    "create index if not exists ledger_by_owner on ledger (owner) where owner is not null",
    "create index if not exists first_answers_by_charge on first_answers (answer) where answer not like '{%'",
  ];
}
