// The types of jobs and batches, until /openapi.json has their routes and openapi.ts is generated with them.
import type { ErrorEvent, ProgressEvent, StandardAPIResponse } from "./openapi.js";

/** An upload that the service processes by itself. */
export interface Job {
  id: string;
  status: "queued" | "running" | "succeeded" | "failed";
  /** The latest stage of progress. */
  stage: ProgressEvent["stage"];
  /** How much of the work is done, from 0 to 1. */
  progress: number;
  /** While it is queued, and if it is known: its place among the caller's jobs that wait; 1 is the next one. */
  queue_position?: number;
  /** The name of the batch that the caller gave. */
  batch?: string;
  filename: string;
  created: string;
  ended?: string;
  /** When the job is forgotten; counted anew from its end. */
  expires: string;
  links: { self: string; events: string; result: string };
  /** If it succeeded: the fields whose values were doubtful and are null for that. */
  withheld?: string[];
  /** If it succeeded. */
  response?: StandardAPIResponse;
  /** If it failed: what the request would have been answered with. */
  problem?: ErrorEvent;
}

/** A job in a list. */
export interface BatchJob extends Pick<Job, "id" | "status" | "filename" | "created" | "ended" | "links"> {
  /** When it has ended: 200, or the problem's status. */
  http_status?: number;
}

/** A page of a batch. */
export interface Batch {
  batch: string;
  total: number;
  counts: Record<Job["status"], number>;
  jobs: BatchJob[];
  /** Where the next page begins, if there is one. */
  next?: string;
}
