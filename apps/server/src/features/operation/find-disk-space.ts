import { statfs } from 'node:fs/promises'

export interface DiskSpace {
  /** What the user of the server may still write. */
  freeBytes: number
  totalBytes: number
}

/** Of the disk that holds a directory; null if there is no such directory. */
export async function findDiskSpace(directory: string): Promise<DiskSpace | null> {
  try {
    const { bsize, bavail, blocks } = await statfs(directory)
    return { freeBytes: bsize * bavail, totalBytes: bsize * blocks }
  } catch {
    return null
  }
}
