import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { createPostgresDatabase } from '../../apps/server/src/testing/test-db.ts'
import { testKey } from '../../apps/server/src/testing/test-settings.ts'
import { countBytes, readBuildTime, readVersion } from '../release/build-release.ts'
import { stageProgram } from '../release/stage-program.ts'
import { writeDebianPackage } from '../release/write-debian-package.ts'
import { writeTarball } from '../release/write-tarball.ts'
import type { Figure } from './figure.ts'

// `npm run release`: how large it is, and how long its program takes until it serves. The pages have to be built.

const folder = mkdtempSync(join(tmpdir(), 'ohmstead-release-bench-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const release = {
  ...{ version: readVersion(), machine: process.arch as 'x64' | 'arm64', builtAt: readBuildTime() },
}
const name = 'ohmstead'
const program = join(folder, name)
let staged: Promise<void> | undefined
const stage = () => {
  staged ??= stageProgram(program, release)
  return staged
}

export async function measureReleaseSize(): Promise<Figure[]> {
  await stage()
  const tarball = join(folder, 'ohmstead.tar.zst')
  await writeTarball(tarball, { parent: folder, name, builtAt: release.builtAt, level: 19 })
  const debian = await writeDebianPackage(folder, { program, ...release })
  const mb = (bytes: number) => bytes / 1e6
  const nodeMb = mb(statSync(join(program, 'bin/node')).size)
  const unpackedMb = mb(countBytes(program))
  const packed = (what: string, path: string): Figure => ({
    figure: `release, ${what}`,
    ...{ value: mb(statSync(path).size), unit: 'MB', limit: 'reported', peer: '–', holds: true },
  })
  return [
    {
      figure: 'release, unpacked',
      value: unpackedMb,
      unit: 'MB',
      limit: '≤ 150',
      peer: `Node alone ${nodeMb.toFixed(0)} MB; a checkout that runs: 723 MB`,
      holds: unpackedMb <= 150,
    },
    packed('tarball', tarball),
    ...(debian ? [packed('Debian package', debian)] : []),
  ]
}

export async function measureReleaseStart(databaseUrl: string | null): Promise<Figure[]> {
  await stage()
  const database = databaseUrl ? await createPostgresDatabase(databaseUrl) : null
  const dataDir = join(folder, 'data')
  try {
    const settings: Record<string, string> = database
      ? { DATABASE_URL: database.databaseUrl, SECRET_KEY: testKey }
      : { DATA_DIR: dataDir }
    const where = database ? 'PostgreSQL' : 'embedded'
    const first = await timeStart(settings)
    const again = await timeStart(settings)
    const row = (what: string, seconds: number): Figure => ({
      figure: `release, ${what}, until it serves, ${where}`,
      ...{ value: seconds, unit: 's', limit: '≤ 10', peer: '–', holds: seconds <= 10 },
    })
    return [row('first start with its migrations', first), row('start', again)]
  } finally {
    await database?.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function timeStart(settings: Record<string, string>): Promise<number> {
  const begin = performance.now()
  const child = spawn(join(program, 'bin/ohmstead'), ['serve'], {
    env: {
      ...{ PATH: process.env.PATH, PORT: '0', MQTT_PORT: '0', METRICS_PORT: '0', LOG_LEVEL: 'error' },
      ...{ ENERGY_CHARTS_URL: 'off', ...settings },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  let output = ''
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    output += String(chunk)
    if (output.includes('is ready')) break
  }
  const seconds = (performance.now() - begin) / 1000
  if (!output.includes('is ready')) throw new Error(`it did not start: ${output}`)
  child.kill('SIGTERM')
  await exited
  return seconds
}
