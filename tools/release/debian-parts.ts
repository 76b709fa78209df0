import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

// What the packages of the cloud and of the controller have in common.

export const architectures = { x64: 'amd64', arm64: 'arm64' } as const
export const maintainer = 'Ohmstead maintainers <security@ohmstead.com>'

/** The space that files take, in KiB. */
export const countKib = (tree: string, files: readonly string[]): number =>
  files.reduce((sum, path) => sum + Math.ceil(statSync(join(tree, path)).size / 1024), 0)

export function describeCopyright(name: string, builtAt: Date): string {
  return `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: ${name}
Comment: Node.js and the npm packages in this package have licences of their own,
 in LICENSES-OF-PACKAGES.txt.gz beside this file.

Files: *
Copyright: ${builtAt.getUTCFullYear()} The Ohmstead contributors
License: Apache-2.0
 On Debian systems the full text of the Apache License, Version 2.0, is in
 /usr/share/common-licenses/Apache-2.0.
`
}

export function describeChange(name: string, version: string, builtAt: Date): string {
  const [weekday, rest] = builtAt.toUTCString().split(', ')
  return `${name} (${version}) stable; urgency=medium

  * What is new: NEWS.md.gz beside this file.

 -- ${maintainer}  ${weekday}, ${rest!.replace('GMT', '+0000')}
`
}

/** Below this folder, as a package lists them. */
export function listFiles(tree: string): string[] {
  return readdirSync(tree, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(tree, path)).isFile())
    .sort()
}

export const md5 = (path: string) => createHash('md5').update(readFileSync(path)).digest('hex')
