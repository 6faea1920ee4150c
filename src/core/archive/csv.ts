import type { Price } from "../../contract/prices.ts";
import { settledPrice } from "../takes/describe-take.ts";
import { networkTimesOf } from "../takes/network-times.ts";
import { voicesOf } from "../takes/take.ts";
import { hasAssumedRate } from "../takes/take-file.ts";
import { type Cell, csvLine } from "./csv-line.ts";
import { leavingPeak, leavingRealTime, leavingTime } from "./figures.ts";
import type { LeavingTake } from "./take-files.ts";

/** What stands in each column, by its name, which carries the unit. Numbers are as they were measured. */
const columns: Readonly<Record<string, (take: LeavingTake) => Cell>> = {
  id: ({ row }) => row.id,
  created: ({ row }) => new Date(row.created).toISOString(),
  name: ({ row }) => row.name,
  note: ({ row }) => row.note,
  starred: ({ row }) => row.starred,
  status: ({ row }) => row.status,
  model: ({ row }) => row.model,
  mode: ({ row }) => row.mode,
  transport: ({ row }) => row.transport,
  voice: ({ row }) => voicesOf(row).join(", "),
  characters: ({ row }) => row.characters,
  script: ({ details }) => details.form.text,
  values: ({ details }) => JSON.stringify(details.form.values),
  path: ({ details }) => details.request.path,
  body: ({ details }) => details.request.body,
  http_status: ({ row }) => row.httpStatus,
  request_id: ({ details }) => details.headers?.find(([name]) => name === "x-request-id")?.[1],
  failure: ({ row }) => row.failure?.kind,
  failure_code: ({ row }) => row.failure?.code,
  failure_field: ({ row }) => row.failure?.param,
  failure_message: ({ row }) => row.failure?.message,
  failure_cost: ({ row }) => row.failure?.cost,
  sent_ms: ({ details }) => leavingTime(networkTimesOf(details.log.entries).sent),
  headers_ms: ({ details }) => leavingTime(networkTimesOf(details.log.entries).headers),
  first_byte_ms: ({ row, details }) =>
    leavingTime(networkTimesOf(details.log.entries).firstByte ?? row.times.firstAudio),
  first_sound_ms: ({ row }) => leavingTime(row.times.firstSound),
  last_byte_ms: ({ details }) => leavingTime(networkTimesOf(details.log.entries).lastByte),
  ended_ms: ({ row }) => leavingTime(row.times.ended),
  stalls: ({ row }) => row.times.stalls?.length,
  stalled_ms: ({ row }) =>
    leavingTime(row.times.stalls?.reduce((sum, { from, until }) => sum + (until === undefined ? 0 : until - from), 0)),
  sound: ({ row }) => row.sound,
  format: ({ row }) => (row.format?.codec === "other" ? row.format.mediaType : row.format?.codec),
  bytes: ({ row }) => row.facts?.bytes,
  duration_s: ({ row }) => row.facts?.duration,
  bitrate_kbps: ({ row }) => row.facts?.bitrate,
  sample_rate_hz: ({ row }) => row.facts?.sampleRate,
  sample_rate_assumed: ({ row }) => hasAssumedRate(row) || undefined,
  channels: ({ row }) => row.facts?.channels,
  times_real_time: ({ row }) => leavingRealTime(row),
  sample_peak_dbfs: ({ row }) => leavingPeak(row),
  loudness_lufs: ({ row }) => row.measures?.loudness,
  silence_before_s: ({ row }) => row.measures?.leadingSilence,
  silence_after_s: ({ row }) => row.measures?.trailingSilence,
  full_scale_samples: ({ row }) => row.measures?.clipped,
  word_error_rate_percent: ({ row }) => row.heard?.errors,
  heard: ({ row }) => row.heard?.text,
  price_tokens: ({ row }) => (row.price?.kind === "tokens" ? row.price.tokens : undefined),
  price_estimate: ({ row }) => amountOf(row.price),
  price_by_length: ({ row }) => amountOf(settledPrice(row)),
  group_multiplier: ({ row }) => (row.price?.kind === "money" ? row.multiplier : undefined),
  task: ({ row }) => row.task?.id,
  task_status: ({ row }) => row.task?.status,
  service: ({ row }) => row.service,
  service_name: ({ row }) => row.serviceName,
  address: ({ row }) => row.address,
};

function amountOf(price: Price | undefined): number | undefined {
  return price?.kind === "money" ? price.amount : undefined;
}

/** The names of the columns, as a line (RFC 4180). */
export function csvHead(): string {
  return csvLine(Object.keys(columns));
}

/** One take as a line of the table. */
export function csvTake(take: LeavingTake): string {
  return csvLine(Object.values(columns).map((column) => column(take)));
}
