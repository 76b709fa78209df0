import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
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

const name = 'ohmstead-controller'
const documents = ['docs/reference-controller.md', 'docs/controller-link.md']

/** The staged reference controller as a Debian package; null where `dpkg-deb` is missing. */
export async function writeControllerPackage(
  folder: string,
  options: {
    program: string
    version: string
    machine: 'x64' | 'arm64'
    builtAt: Date
    compression?: readonly string[]
  },
): Promise<string | null> {
  const { program, version, machine, builtAt, compression = ['-Zxz'] } = options
  if (spawnSync('dpkg-deb', ['--version']).status !== 0) return null
  const tree = mkdtempSync(join(tmpdir(), 'ohmstead-controller-debian-'))
  try {
    const put = (path: string, content: string | Buffer, mode = 0o644) => {
      mkdirSync(join(tree, dirname(path)), { recursive: true })
      writeFileSync(join(tree, path), content)
      chmodSync(join(tree, path), mode)
    }
    const read = (path: string) => readFileSync(join(root, 'deploy/debian/controller', path))
    const pack = (content: Buffer | string) => gzipSync(content, { level: 9 })
    const docs = `usr/share/doc/${name}`
    cpSync(program, join(tree, 'usr/lib', name), {
      recursive: true,
      filter: (path) => !/\/LICENSE(S-OF-PACKAGES\.txt)?$/.test(path),
    })
    for (const path of documents)
      put(`${docs}/${path.split('/').at(-1)}.gz`, pack(readFileSync(join(root, path))))
    put(`${docs}/LICENSES-OF-PACKAGES.txt.gz`, pack(readFileSync(join(program, 'LICENSES-OF-PACKAGES.txt'))))
    put(`${docs}/copyright`, describeCopyright(name, builtAt))
    put(`${docs}/changelog.gz`, pack(describeChange(name, version, builtAt)))
    put(`${docs}/NEWS.md.gz`, pack(readFileSync(join(root, 'CHANGELOG.md'))))
    put(`usr/bin/${name}`, read(name), 0o755)
    put(`usr/lib/systemd/system/${name}.service`, read(`${name}.service`))
    put(`etc/${name}/controller.conf`, read('controller.conf'))
    const files = listFiles(tree)
    put('DEBIAN/control', describePackage(version, architectures[machine], countKib(tree, files)))
    put('DEBIAN/conffiles', `/etc/${name}/controller.conf\n`)
    put('DEBIAN/md5sums', files.map((path) => `${md5(join(tree, path))}  ${path}\n`).join(''))
    for (const script of ['postinst', 'prerm', 'postrm']) put(`DEBIAN/${script}`, read(script), 0o755)
    // Whatever the umask was.
    execFileSync('chmod', ['--recursive', 'u=rwX,go=rX', tree])
    chmodSync(join(tree, `etc/${name}/controller.conf`), 0o640)
    const file = join(folder, `${name}_${version}_${architectures[machine]}.deb`)
    execFileSync('dpkg-deb', ['--root-owner-group', ...compression, '--build', tree, file], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, SOURCE_DATE_EPOCH: String(builtAt.getTime() / 1000) },
    })
    return file
  } finally {
    rmSync(tree, { recursive: true, force: true })
  }
}

function describePackage(version: string, architecture: string, kib: number): string {
  return `Package: ${name}
Version: ${version}
Architecture: ${architecture}
Maintainer: ${maintainer}
Installed-Size: ${kib}
Depends: adduser, libatomic1, libc6 (>= 2.28), libgcc-s1, libstdc++6 (>= 10), util-linux
Recommends: ca-certificates, openssh-client, openssl, systemd-timesyncd | time-daemon
Section: net
Priority: optional
Description: controller for the Ohmstead energy-management cloud
 Reads a smart meter's P1 port, or looks after a simulated plant, and sends
 what it reads to the cloud over MQTT or HTTP. It keeps what the cloud has not
 had, and tries clock, network, credentials and meter by itself.
`
}
