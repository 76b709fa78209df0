import { existsSync, readFileSync } from 'node:fs'
import { zstdDecompressSync } from 'node:zlib'
import type { PGliteOptions } from '@electric-sql/pglite'

/** The two large files of the embedded database where a release has packed them; otherwise it finds them by itself. */
export async function readPackedEngine(): Promise<Pick<PGliteOptions, 'pgliteWasmModule' | 'fsBundle'>> {
  const fileOf = (name: string) => new URL(name, import.meta.resolve('@electric-sql/pglite'))
  if (!existsSync(fileOf('pglite.wasm.zst'))) return {}
  const unpack = (name: string) => Uint8Array.from(zstdDecompressSync(readFileSync(fileOf(name))))
  return {
    pgliteWasmModule: await WebAssembly.compile(unpack('pglite.wasm.zst')),
    fsBundle: new Blob([unpack('pglite.data.zst')]),
  }
}
