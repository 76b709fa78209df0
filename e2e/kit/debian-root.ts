import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const cache = fileURLToPath(new URL('../../.cache/', import.meta.url))

export interface DebianRoot {
  path: string
  /** Runs a command in it as root, or as another user. */
  run(
    command: readonly string[],
    options?: { user?: string; env?: Record<string, string> },
  ): { status: number | null; output: string }
  /** Starts one; `child.kill` reaches the program itself. */
  start(command: readonly string[], options: { user: string; env: Record<string, string> }): ChildProcess
  remove(): void
}

/** A Debian of this machine's release with nothing but its smallest set and these packages; needs root and mmdebstrap. */
export function makeDebianRoot(packages: readonly string[]): DebianRoot {
  const archive = buildArchive(packages)
  const path = mkdtempSync(join(tmpdir(), 'ohmstead-debian-root-'))
  execFileSync('tar', ['--extract', '--numeric-owner', `--file=${archive}`, `--directory=${path}`])
  execFileSync('chmod', ['755', path])
  // Its own mounts, which go with the process; each program replaces the one before, so that a signal reaches the last.
  const enter = (command: readonly string[], user: string) => [
    '--mount',
    'sh',
    '-c',
    'root=$1; user=$2; shift 2; mount -t proc proc "$root/proc" && exec chroot --userspec="$user:" "$root" "$@"',
    'sh',
    path,
    user,
    ...command,
  ]
  const settings = (env: Record<string, string> = {}) => ({
    PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
    LC_ALL: 'C.UTF-8',
    DEBIAN_FRONTEND: 'noninteractive',
    ...env,
  })
  return {
    path,
    run(command, { user = 'root', env } = {}) {
      const { status, stdout, stderr } = spawnSync('unshare', enter(command, user), {
        env: settings(env),
        encoding: 'utf8',
      })
      return { status, output: `${stdout}${stderr}` }
    },
    start: (command, { user, env }) =>
      spawn('unshare', enter(command, user), { env: settings(env), stdio: ['ignore', 'pipe', 'pipe'] }),
    remove: () => rmSync(path, { recursive: true, force: true }),
  }
}

/** Kept, since it takes half a minute and a mirror. */
function buildArchive(packages: readonly string[]): string {
  const [, suite] = /^VERSION_CODENAME=(.*)$/m.exec(readFileSync('/etc/os-release', 'utf8'))!
  const sources = globSync('/etc/apt/{sources.list,sources.list.d/*.{list,sources}}').filter((file) =>
    /^(?!#).*\/debian\b/m.test(readFileSync(file, 'utf8')),
  )
  const what = [suite!, process.arch, ...packages, ...sources.map((file) => readFileSync(file, 'utf8'))]
  const hash = createHash('sha256').update(what.join('\n')).digest('hex').slice(0, 12)
  const archive = join(cache, `debian-root-${hash}.tar`)
  if (existsSync(archive)) return archive
  mkdirSync(cache, { recursive: true })
  const half = `${archive}.${process.pid}.tar`
  execFileSync(
    'mmdebstrap',
    [
      '--quiet',
      '--mode=root',
      '--variant=minbase',
      `--include=${packages.join(',')}`,
      suite!,
      half,
      ...sources,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  renameSync(half, archive)
  return archive
}
