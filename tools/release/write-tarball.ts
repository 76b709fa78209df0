import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'

/** A folder as a .tar.zst; the same bytes for the same files, whoever packs them and when. */
export async function writeTarball(
  file: string,
  { parent, name, builtAt, level }: { parent: string; name: string; builtAt: Date; level: number },
): Promise<void> {
  const tar = spawn(
    'tar',
    [
      '--create',
      '--format=gnu',
      '--sort=name',
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      '--mode=u=rwX,go=rX',
      `--mtime=@${builtAt.getTime() / 1000}`,
      `--directory=${parent}`,
      name,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const ended = new Promise<number | null>((resolve, reject) =>
    tar.once('close', resolve).once('error', reject),
  )
  const zstd = createZstdCompress({
    params: {
      [constants.ZSTD_c_compressionLevel]: level,
      [constants.ZSTD_c_checksumFlag]: 1,
      // As far back as `zstd -d` reads by itself.
      [constants.ZSTD_c_windowLog]: 27,
    },
  })
  await pipeline(tar.stdout, zstd, createWriteStream(file))
  if ((await ended) !== 0) throw new Error('tar failed')
}
