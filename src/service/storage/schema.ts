/** The tables of the service's database. Every statement can be run again. */
export const schema = `
create table if not exists tasks (
  number integer primary key,          -- order of arrival
  id text not null unique,
  caller text not null,                -- digest of the key
  model text not null,
  endpoint text not null,              -- tasks, or speech for a synchronous request that runs as a job
  created_at integer not null,         -- Unix time in seconds
  status text not null,
  characters integer not null,
  request text,                        -- the body as JSON, until the task has ended
  finished_at integer,                 -- Unix time in milliseconds
  media_type text,
  extension text,
  bytes integer,
  duration_seconds real,
  granularity text,                    -- of its timestamps; null where it has none
  stored integer not null default 0,   -- whether its files still exist
  error_code text,
  error_message text
) strict;
create index if not exists tasks_by_status on tasks (status, number);
create index if not exists tasks_stored on tasks (finished_at) where stored = 1;

create table if not exists task_runs ( -- of tasks that have not ended
  task text primary key,
  progress integer not null default 0, -- percent, as a client was last told
  utterance text                       -- how each of its segments is spoken, as JSON without the text
) strict;

create table if not exists segments (  -- of tasks that have not ended
  task text not null,
  number integer not null,             -- from 0
  start integer not null,              -- in the text, in UTF-16 units
  length integer not null,
  text_offset integer not null,        -- in the text, in code points
  characters integer not null,
  goes_on integer not null,            -- whether it ends in the middle of a sentence
  samples integer,                     -- of its sound, once that is kept
  pause integer,                       -- samples of silence behind it, should speech follow
  primary key (task, number)
) strict, without rowid;

create table if not exists ledger (
  number integer primary key,
  at integer not null,                 -- Unix time in seconds
  caller text not null,                -- digest of the key
  model text not null,
  route text not null,                 -- speech, stream, tasks or websocket
  reference text not null,             -- what was paid for: a task or a request
  kind text not null,                  -- charge, precharge, settlement or refund
  price text not null,                 -- tokens, money or undocumented
  characters integer not null,
  tokens integer,                      -- added by this row
  seconds real,                        -- that the amount is for
  basis text,                          -- of the seconds: text or duration_seconds
  amount_millionths integer,           -- added by this row, before the group multiplier
  unique (reference, kind)             -- nothing is billed twice
) strict;
`;
