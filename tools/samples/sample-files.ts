import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** Names of the files of a folder that fit, packed (`.gz`) or not; the pattern sees the name without that ending. */
export function listSamples(folder: string, pattern: RegExp): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => pattern.test(name.replace(/\.gz$/i, '')))
    .sort()
}

/** What a file holds, unpacked where its name ends with `.gz`. */
export function readSample(path: string): Buffer<ArrayBuffer> {
  const bytes = readFileSync(path)
  return /\.gz$/i.test(path) ? gunzipSync(bytes) : bytes
}
