import { ProtocolError } from "./errors.js";
import type { ExportFailed, ExportRequest, StandardAPIResponse } from "./openapi.js";
import type { CallOptions } from "./options.js";
import { hasMediaType, type Call } from "./transport.js";

/** A response of the service, and the name of the file that it was read from. */
export interface SavedReport {
  response: StandardAPIResponse;
  filename: string;
}

/** A file format of an export: tables of all reports, or a file for each. */
export type Format = ExportRequest["formats"][number];

export interface ExportOptions extends CallOptions {
  /** Default: all of them. */
  formats?: readonly Format[] | undefined;
  /** Files that were not read: the archive lists them with the reasons. */
  failed?: readonly ExportFailed[] | undefined;
  /** Puts a byte order mark before the tables in CSV, without which Excel does not read them as UTF-8. */
  csvBom?: boolean | undefined;
}

/** Returns the request for an archive of these reports. */
export function exportCall(reports: readonly SavedReport[], { formats, failed, csvBom, signal }: ExportOptions): Call {
  const responses = reports.map(({ response, filename }) => ({ json_data: response, filename }));
  return { method: "POST", path: "/api/v1/biom/export", json: { responses, formats, failed, csv_bom: csvBom || undefined }, keys: "none", signal };
}

/** Reads an archive, under the name that the service gives it. */
export async function readArchive(response: Response): Promise<File> {
  if (!hasMediaType(response, "application/zip")) {
    await response.body?.cancel();
    throw new ProtocolError("The server's answer is not an archive: something between may have answered in its place");
  }
  const name = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "")?.[1];
  return new File([await response.blob()], name ?? "biom-export.zip", { type: "application/zip" });
}
