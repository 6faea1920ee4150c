import { runMigrations } from "graphile-worker";
import { migrateAlone } from "../storage/migration-lock.ts";

/**
 * What stands beside Graphile Worker's own tables. Every statement can be run again. Microseconds of `run_at`, an order
 * that lies a thousand years back, stand for places in the queue: 100,000 are one round.
 */
const schema = `
create schema if not exists job_queue;

create table if not exists job_queue.shares (
  fairness_key text not null,
  is_short boolean not null,
  next_tag bigint not null,             -- where this key's next job stands, in microseconds
  primary key (fairness_key, is_short)
);

create sequence if not exists job_queue.arrivals;

-- Jobs that run, and jobs that have failed for good: what a sweep looks at.
create index if not exists job_queue_unavailable on graphile_worker._private_jobs (id) where is_available = false;

create or replace function job_queue.first_tag(of_short boolean) returns bigint language sql volatile as $$
  select (payload->>'tag')::bigint from graphile_worker._private_jobs
  where is_available = true and attempts = 0 and (payload->>'short')::boolean = of_short
  order by priority, run_at limit 1
$$;

-- How far the queue has come: the tag of the first such job that waits, of the first other one if none does, or where
-- the last one would stand. A job that is tried again doesn't count, since it may stand far behind what has come since.
create or replace function job_queue.present_tag(of_short boolean) returns bigint language sql volatile as $$
  select coalesce(
    job_queue.first_tag(of_short),
    job_queue.first_tag(not of_short),
    (select max(next_tag) from job_queue.shares)
  )
$$;

create or replace function job_queue.run_at(place bigint) returns timestamptz language sql stable as $$
  select timestamptz '1000-01-01 00:00:00+00' + place * interval '1 microsecond'
$$;

-- Adds jobs, [{"key": text, "data": json}]. A key that is in the queue is passed over. Returns how many were added.
create or replace function job_queue.add_jobs(
  task text, fairness_key text, is_short boolean, max_attempts integer, jobs json
) returns integer language plpgsql volatile as $$
declare
  tag bigint;
  cost bigint := case when is_short then 10000 else 100000 end;
  head_start bigint := case when is_short then 3000000 else 0 end;
  arrival bigint := nextval('job_queue.arrivals');
  specs graphile_worker.job_spec[];
begin
  -- The lock on this row keeps two transactions from giving the same places.
  insert into job_queue.shares as s values (add_jobs.fairness_key, add_jobs.is_short, 0)
    on conflict on constraint shares_pkey do update set next_tag = s.next_tag
    returning greatest(s.next_tag, job_queue.present_tag(s.is_short)) into tag;
  select array_agg(
    row(
      task,
      json_build_object(
        'data', data, 'fairness', add_jobs.fairness_key, 'short', add_jobs.is_short, 'tag', tag + n * cost,
        'place', tag + n * cost - head_start + arrival
      ),
      null, job_queue.run_at(tag + n * cost - head_start + arrival), add_jobs.max_attempts, key, 0, null
    )::graphile_worker.job_spec
    order by n
  ) into specs from (
    select key, data, row_number() over (order by ordinality) - 1 as n from (
      select distinct on (element->>'key') element->>'key' as key, element->'data' as data, ordinality
      from json_array_elements(jobs) with ordinality as elements (element, ordinality)
      where not exists (select from graphile_worker._private_jobs j where j.key = element->>'key')
      order by element->>'key', ordinality
    ) as fresh
  ) as numbered;
  if specs is null then return 0; end if;
  perform graphile_worker.add_jobs(specs);
  update job_queue.shares s set next_tag = tag + cardinality(specs) * cost
    where s.fairness_key = add_jobs.fairness_key and s.is_short = add_jobs.is_short;
  return cardinality(specs);
end
$$;

-- Takes a job out of the queue for the attempt that holds it, or ends the transaction: somebody else may have the job.
create or replace function job_queue.complete(job bigint, holder text, attempt integer) returns void
language plpgsql volatile as $$
begin
  delete from graphile_worker._private_jobs j
    where j.id = job and j.locked_by is not distinct from holder and j.attempts = attempt;
  if not found then
    raise exception 'Job % is not held by % in attempt % any more', job, holder, attempt using errcode = 'JQ001';
  end if;
end
$$;

-- Gives back what a worker holds without having failed: the attempt doesn't count.
create or replace function job_queue.give_back(holder text) returns void language sql volatile as $$
  update graphile_worker._private_jobs
    set locked_at = null, locked_by = null, attempts = greatest(0, attempts - 1)
    where is_available = false and locked_by = holder;
  select pg_notify('jobs:insert', '{"count": 1000}');
$$;

-- The session lock that a living worker holds.
create or replace function job_queue.life(holder text) returns bigint language sql immutable as $$
  select hashtextextended(holder, 0)
$$;

-- Frees the jobs of workers that have died, puts failed jobs back to their places after 0.5 and 2 seconds, and returns
-- the jobs that have no attempt left. It waits for nobody: what a transaction holds is looked at next time.
create or replace function job_queue.sweep()
returns table (id bigint, key text, task text, attempts integer, payload json, last_error text)
language plpgsql volatile as $$
declare
  freed integer;
  again integer;
begin
  update graphile_worker._private_jobs as jobs set locked_at = null, locked_by = null where jobs.id in (
    select held.id from graphile_worker._private_jobs as held
    where held.is_available = false and held.locked_by is not null and not exists (
      select from pg_locks
      where locktype = 'advisory' and objsubid = 1 and granted
        and database = (select oid from pg_database where datname = current_database())
        and (classid::bigint << 32) | objid::bigint = job_queue.life(held.locked_by)
    )
    for update skip locked
  );
  get diagnostics freed = row_count;
  update graphile_worker._private_jobs as jobs
    set run_at = job_queue.run_at((jobs.payload->>'place')::bigint) where jobs.id in (
      select failed.id from graphile_worker._private_jobs as failed
      where failed.is_available = true and failed.priority = 0 and failed.attempts > 0 and failed.run_at > now()
        -- Graphile Worker has put it off by this.
        and failed.run_at - exp(least(failed.attempts, 10)) * interval '1 second'
          + failed.attempts * failed.attempts * interval '0.5 seconds' <= now()
      for update skip locked
    );
  get diagnostics again = row_count;
  if freed + again > 0 then
    perform pg_notify('jobs:insert', json_build_object('count', freed + again)::text);
  end if;
  return query
    select jobs.id, jobs.key, tasks.identifier, jobs.attempts::integer, jobs.payload, jobs.last_error
    from graphile_worker._private_jobs as jobs join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
    where jobs.is_available = false and jobs.locked_by is null order by jobs.id limit 100;
end
$$;
`;

/** Makes the queue's tables and functions, or brings them up to date. The user must be allowed to make schemas. */
export async function migrateQueue(connectionString: string): Promise<void> {
  await migrateAlone({ connectionString }, async (client) => {
    await runMigrations({ connectionString });
    await client.query(schema);
  });
}
