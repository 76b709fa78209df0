import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MemoryFS, PGlite } from '@electric-sql/pglite'

// The files of an embedded database in one file, from which an in-memory database starts at once: its parts are used
// in place, where a tar would be unpacked and copied.

interface Index {
  folders: string[]
  /** Everything after `stored` bytes up to `size` is zero: a preallocated log has millions of zeros. */
  files: { path: string; size: number; stored: number }[]
}

/** The parts of the memory file system needed to create files without a path lookup for each. */
interface MemoryFiles {
  mkdirTree(path: string): void
  lookupPath(path: string): { node: FolderNode }
}
interface FolderNode {
  node_ops: { mknod(parent: FolderNode, name: string, mode: number, device: number): FileNode }
}
interface FileNode {
  contents: Uint8Array
  usedBytes: number
}

const lengthBytes = 4
const ordinaryFile = 0o100_666
// Each cluster has them to create further databases from, which nobody does here.
const templates = /^base[/\\][14][/\\]/

/** `folder` is the data directory of a closed embedded database. */
export function packSnapshot(folder: string): Buffer {
  const index: Index = { folders: [], files: [] }
  const parts: Buffer[] = []
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const from = join(entry.parentPath, entry.name)
    const path = from.slice(folder.length + 1)
    if (entry.isDirectory()) index.folders.push(path.replaceAll('\\', '/'))
    else if (!templates.test(path)) {
      const content = readFileSync(from)
      const stored = content.findLastIndex((byte) => byte !== 0) + 1
      index.files.push({ path: path.replaceAll('\\', '/'), size: content.length, stored })
      parts.push(content.subarray(0, stored))
    }
  }
  const head = Buffer.from(JSON.stringify(index))
  const length = Buffer.alloc(lengthBytes)
  length.writeUInt32LE(head.length)
  return Buffer.concat([length, head, ...parts])
}

/** For an in-memory database: starts from what `packSnapshot` wrote to this file. */
export class SnapshotFs extends MemoryFS {
  readonly file: string

  constructor(file: string) {
    super()
    this.file = file
  }

  override async initialSyncFs(): Promise<void> {
    const packed = readFileSync(this.file)
    let at = lengthBytes + packed.readUInt32LE(0)
    const { folders, files } = JSON.parse(packed.toString('utf8', lengthBytes, at)) as Index
    const memory = this.pg!.Module.FS as unknown as MemoryFiles
    const root = PGlite.paths.PGDATA
    for (const folder of ['', ...folders]) memory.mkdirTree(`${root}/${folder}`)
    const found = new Map<string, FolderNode>()
    for (const { path, size, stored } of files) {
      const cut = path.lastIndexOf('/') + 1
      const folder = `${root}/${path.slice(0, cut)}`
      const parent = found.get(folder) ?? memory.lookupPath(folder).node
      found.set(folder, parent)
      const node = parent.node_ops.mknod(parent, path.slice(cut), ordinaryFile, 0)
      const content = packed.subarray(at, at + stored)
      at += stored
      node.contents = size === stored ? content : new Uint8Array(size)
      if (size !== stored) node.contents.set(content)
      node.usedBytes = size
    }
  }
}
