import { expect, test } from "vitest";
import { methodsAt } from "./routes.ts";

test.each([
  ["/v1/models", ["GET"]],
  ["/v1/audio/speech", ["POST"]],
  ["/v1/audio/speech/tasks/task_a", ["GET"]],
  ["/v1/audio/speech/tasks/task_a/content", ["GET", "HEAD"]],
  ["/v1/audio/speech/tasks/task_a/timestamps", ["GET"]],
  ["/v1/audio/speech/tasks/task_a/other", []],
  ["/v1/audio/speech/tasks/job_a", []],
  ["/v1/audio/speech/tasks/task_", []],
  ["/v1/models/", []],
  ["/", []],
  ["/v1/models?limit=1", ["GET"]],
  ["/%761/models", ["GET"]],
  ["/v1/audio/speech/tasks/task_%61/content", ["GET", "HEAD"]],
  ["/v1/audio/speech/tasks/task_a%2Fcontent", []],
  ["/v1/audio/speech/tasks/task_a%20b", []],
  ["http://service.example/v1/models", ["GET"]],
  ["/v1/models%", []],
])("the methods at %s are %j", (path, methods) => {
  expect(methodsAt(path)).toEqual(methods);
});
