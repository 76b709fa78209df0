import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import {
  decodeColumns,
  decodeSamples,
  encodeSamples,
  type PackColumns,
  type PackedSample,
} from '@ohmstead/domain/telemetry/sample-pack'

/** A day of a controller with the most metrics and values; a damaged row must not fill the memory. */
const mostBytes = 256 * 2 ** 20

export const packBytes = (samples: readonly PackedSample[]): Buffer =>
  zstdCompressSync(encodeSamples(samples))

const unzip = (bytes: Uint8Array) => zstdDecompressSync(bytes, { maxOutputLength: mostBytes })

export const unpackBytes = (bytes: Uint8Array, keys: readonly string[] | null = null): PackedSample[] =>
  decodeSamples(unzip(bytes), keys)

export const unpackColumns = (bytes: Uint8Array, keys: readonly string[]): PackColumns =>
  decodeColumns(unzip(bytes), keys)
