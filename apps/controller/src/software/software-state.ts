import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { writeWhole } from '../write-whole.ts'

/** Of the program that was installed with the machine. */
export const baseVersion = '0.1.0'
export const entryName = 'controller.js'

/** Which version runs, which is on trial, and what the cloud has not heard yet: one file, replaced as a whole. */
export interface SoftwareState {
  /** Of the program of the machine when this was written: a newer package wins over what was updated before it. */
  base: string
  /** Null is the program of the machine itself. */
  current: string | null
  trial: { actionId: string; version: string; starts: number } | null
  ended: { actionId: string; isSuccess: boolean; detail: string; isTold: boolean } | null
}

export const softwareFolder = (dataDir: string) => join(resolve(dataDir), 'software')
export const versionFolder = (folder: string, version: string) => join(folder, 'versions', version)
export const hasVersion = (folder: string, version: string) =>
  existsSync(join(versionFolder(folder, version), entryName))

/** The version of the program in this file; null if it is that of the machine. */
export function findOwnVersion(folder: string, file: string): string | null {
  return dirname(dirname(file)) === join(folder, 'versions') ? basename(dirname(file)) : null
}

export const createState = (): SoftwareState => ({
  base: baseVersion,
  current: null,
  trial: null,
  ended: null,
})

export function readState(folder: string): SoftwareState {
  try {
    return JSON.parse(readFileSync(join(folder, 'state.json'), 'utf8')) as SoftwareState
  } catch {
    return createState()
  }
}

export function writeState(folder: string, state: SoftwareState): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeWhole(join(folder, 'state.json'), `${JSON.stringify(state)}\n`)
}

/** Deletes what no start can need again: other versions, and what is left of downloads. */
export function removeOthers(folder: string, kept: readonly (string | null)[]): void {
  const versions = join(folder, 'versions')
  for (const name of existsSync(versions) ? readdirSync(versions) : [])
    if (!kept.includes(name)) rmSync(join(versions, name), { recursive: true, force: true })
  removeDownloads(folder)
}

export function removeDownloads(folder: string): void {
  for (const name of existsSync(folder) ? readdirSync(folder) : [])
    if (name.endsWith('.part') || name === 'unpacked')
      rmSync(join(folder, name), { recursive: true, force: true })
}
