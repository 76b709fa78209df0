import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** File names in a folder that match, packed (`.gz`) or not; the pattern is applied without that ending. */
export function listSamples(folder: string, pattern: RegExp): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => pattern.test(name.replace(/\.gz$/i, '')))
    .sort()
}

/** The content of a file, unpacked if its name ends with `.gz`. */
export function readSample(path: string): Buffer<ArrayBuffer> {
  const bytes = readFileSync(path)
  return /\.gz$/i.test(path) ? gunzipSync(bytes) : bytes
}
