import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import process from 'node:process'
import { gzipSync } from 'node:zlib'
import {
  architectures,
  countKib,
  describeChange,
  describeCopyright,
  listFiles,
  maintainer,
  md5,
} from './debian-parts.ts'
import { root } from './stage-program.ts'

/** For whoever runs it: the machine has no checkout, and may have no network. Patterns of the source. */
const documents = [
  'README.md',
  'docs/{controller-link,logging,metrics,release-notes}.md',
  'docs/runbooks/*.md',
]
const listings = ['ohmstead.cdx.json', 'LICENSES-OF-PACKAGES.txt']
/** These are documentation there, and not needed by the program. */
const elsewhere = ['deploy', 'LICENSE', 'CHANGELOG.md', 'LICENSES-OF-PACKAGES.txt', 'ohmstead.cdx.json']

/** The staged program as a Debian package; null where `dpkg-deb` is missing. */
export async function writeDebianPackage(
  folder: string,
  {
    program,
    version,
    machine,
    builtAt,
    compression = ['-Zxz'],
  }: {
    program: string
    version: string
    machine: 'x64' | 'arm64'
    builtAt: Date
    compression?: readonly string[]
  },
): Promise<string | null> {
  if (spawnSync('dpkg-deb', ['--version']).status !== 0) {
    console.error('No Debian package: dpkg-deb is missing (Debian: apt-get install dpkg).')
    return null
  }
  const tree = mkdtempSync(join(tmpdir(), 'ohmstead-debian-'))
  try {
    const put = (path: string, content: string | Buffer, mode = 0o644) => {
      mkdirSync(join(tree, dirname(path)), { recursive: true })
      writeFileSync(join(tree, path), content)
      chmodSync(join(tree, path), mode)
    }
    const read = (path: string) => readFileSync(join(root, path))
    const pack = (content: Buffer | string) => gzipSync(content, { level: 9 })
    cpSync(program, join(tree, 'usr/lib/ohmstead'), {
      recursive: true,
      filter: (path) => !elsewhere.includes(path.slice(program.length + 1)),
    })
    const docs = 'usr/share/doc/ohmstead'
    const compressed = [
      ...listDocuments().map((path) => join(root, path)),
      ...listings.map((path) => join(program, path)),
    ]
    for (const path of compressed) put(`${docs}/${basename(path)}.gz`, pack(readFileSync(path)))
    for (const path of readdirSync(join(root, 'deploy'), { recursive: true, encoding: 'utf8' }))
      if (!path.startsWith('debian') && statSync(join(root, 'deploy', path)).isFile())
        put(`${docs}/examples/${path}`, read(`deploy/${path}`))
    put(`${docs}/copyright`, describeCopyright('ohmstead', builtAt))
    put(`${docs}/changelog.gz`, pack(describeChange('ohmstead', version, builtAt)))
    put(`${docs}/NEWS.md.gz`, pack(read('CHANGELOG.md')))
    put('usr/bin/ohmstead', read('deploy/debian/ohmstead'), 0o755)
    put('usr/share/man/man8/ohmstead.8.gz', pack(read('deploy/debian/ohmstead.8')))
    put('usr/lib/systemd/system/ohmstead.service', read('deploy/ohmstead.service'))
    put('etc/ohmstead/ohmstead.env', read('deploy/ohmstead.env'))
    const files = listFiles(tree)
    put('DEBIAN/control', describePackage(version, architectures[machine], files, tree))
    put('DEBIAN/conffiles', '/etc/ohmstead/ohmstead.env\n')
    put('DEBIAN/md5sums', files.map((path) => `${md5(join(tree, path))}  ${path}\n`).join(''))
    for (const script of ['postinst', 'prerm', 'postrm'])
      put(`DEBIAN/${script}`, read(`deploy/debian/${script}`), 0o755)
    // Whatever the umask was.
    execFileSync('chmod', ['--recursive', 'u=rwX,go=rX', tree])
    chmodSync(join(tree, 'etc/ohmstead/ohmstead.env'), 0o640)
    const file = join(folder, `ohmstead_${version}_${architectures[machine]}.deb`)
    execFileSync('dpkg-deb', ['--root-owner-group', ...compression, '--build', tree, file], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, SOURCE_DATE_EPOCH: String(builtAt.getTime() / 1000) },
    })
    return file
  } finally {
    rmSync(tree, { recursive: true, force: true })
  }
}

export const listDocuments = (): string[] => globSync(documents, { cwd: root }).sort()

function describePackage(version: string, architecture: string, files: string[], tree: string): string {
  const kib = countKib(tree, files)
  return `Package: ohmstead
Version: ${version}
Architecture: ${architecture}
Maintainer: ${maintainer}
Installed-Size: ${kib}
Depends: adduser, libatomic1, libc6 (>= 2.28), libgcc-s1, libstdc++6 (>= 10)
Recommends: ca-certificates, nginx | caddy, postgresql
Suggests: mosquitto, certbot
Section: net
Priority: optional
Description: energy-management cloud
 Ohmstead collects the readings of controllers and smart meters over MQTT and
 HTTP, stores them exactly, and shows households, businesses and aggregators
 what they use, produce and pay.
 .
 The package holds the server with its own Node and its embedded database. Use
 PostgreSQL for anything that has to survive a loss of power.
`
}
