import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { stageController } from './stage-controller.ts'
import { root, stageProgram } from './stage-program.ts'
import { writeControllerPackage } from './write-controller-package.ts'
import { writeDebianPackage } from './write-debian-package.ts'
import { writeTarball } from './write-tarball.ts'

/** Builds the pages and both forms of the release into `folder`, and the controller's package. */
export async function buildRelease(
  folder: string,
  { machine }: { machine: 'x64' | 'arm64' },
): Promise<{ files: string[]; unpackedBytes: number }> {
  const stage = mkdtempSync(join(tmpdir(), 'ohmstead-release-'))
  try {
    execFileSync(process.execPath, ['tools/build-web.ts'], { cwd: root, stdio: 'inherit' })
    const version = readVersion()
    const builtAt = readBuildTime()
    const name = `ohmstead-${version}`
    await stageProgram(join(stage, name), { version, machine, builtAt })
    const unpackedBytes = countBytes(join(stage, name))
    const tarball = join(folder, `${name}-linux-${machine}.tar.zst`)
    await writeTarball(tarball, { parent: stage, name, builtAt, level: 9 })
    const debian = await writeDebianPackage(folder, { program: join(stage, name), version, machine, builtAt })
    const controller = join(stage, 'ohmstead-controller')
    await stageController(controller, { version, machine })
    const ofController = await writeControllerPackage(folder, {
      ...{ program: controller, version, machine, builtAt },
    })
    return { files: [tarball, debian, ofController].filter((file) => file !== null), unpackedBytes }
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

export function readVersion(): string {
  return (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version
}

/** SOURCE_DATE_EPOCH, or the last commit: two builds of the same source are the same files. */
export function readBuildTime(): Date {
  const given = process.env.SOURCE_DATE_EPOCH
  const seconds = given ?? execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' })
  return new Date(Number(seconds) * 1000)
}

export function countBytes(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => statSync(join(folder, path)))
    .reduce((sum, stats) => sum + (stats.isFile() ? stats.size : 0), 0)
}
