import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The folder of the pinned Node for a machine: as installed here, or fetched and checked against package-lock.json. */
export function findNode(machine: 'x64' | 'arm64'): string {
  const name = `node-linux-${machine}`
  const installed = join(root, 'node_modules', name)
  if (existsSync(join(installed, 'bin/node'))) return installed
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string; integrity: string }>
  }
  const { version, integrity } = packages[`node_modules/${name}`]!
  const kept = join(root, '.cache', `${name}-${version}`)
  if (existsSync(kept)) return kept
  mkdirSync(join(root, '.cache'), { recursive: true })
  const archive = join(root, '.cache', `${name}-${version}.tgz`)
  execFileSync('npm', ['pack', '--silent', '--pack-destination', join(root, '.cache'), `${name}@${version}`])
  const hash = createHash('sha512').update(readFileSync(archive)).digest('base64')
  if (`sha512-${hash}` !== integrity)
    throw new Error(`${name}@${version} is not what package-lock.json names`)
  const half = `${kept}.half`
  rmSync(half, { recursive: true, force: true })
  mkdirSync(half)
  execFileSync('tar', ['-xzf', archive, '-C', half, '--strip-components=1'])
  renameSync(half, kept)
  rmSync(archive)
  return kept
}
