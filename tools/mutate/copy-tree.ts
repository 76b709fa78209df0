import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * A copy of all files of the tree. Packages are linked, but those of the workspace point into the copy, so
 * that changes there take effect.
 */
export function copyTree(root: string, copy: string): void {
  rmSync(copy, { recursive: true, force: true })
  for (const file of listFiles(root)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    copyFileSync(join(root, file), join(copy, file))
  }
  const [from, to] = [join(root, 'node_modules'), join(copy, 'node_modules')]
  mkdirSync(join(to, '@ohmstead'), { recursive: true })
  for (const name of readdirSync(from))
    if (name !== '@ohmstead' && name !== '.cache' && name !== '.vite')
      symlinkSync(join(from, name), join(to, name))
  for (const name of readdirSync(join(from, '@ohmstead')))
    symlinkSync(readlinkSync(join(from, '@ohmstead', name)), join(to, '@ohmstead', name))
}

/** Files that git tracks or would add. */
export function listFiles(root: string): string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  return listed.split('\n').filter((file) => file !== '' && existsSync(join(root, file)))
}
