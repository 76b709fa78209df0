import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { chooseVersion } from './choose-version.ts'
import {
  baseVersion,
  entryName,
  findOwnVersion,
  hasVersion,
  readState,
  versionFolder,
  writeState,
} from './software-state.ts'

/** What the program ends with so that its supervisor starts it again. */
export const restartCode = 75

/**
 * The program of the machine starts the version that it has been updated to, in its own process. False if it is to run
 * itself: there is none, or this is one.
 */
export async function launchVersion(
  folder: string,
  { ownFile, trialMs, log }: { ownFile: string; trialMs: number; log(message: string): void },
): Promise<boolean> {
  if (findOwnVersion(folder, ownFile) !== null) return false
  const before = readState(folder)
  const has = (version: string) => hasVersion(folder, version)
  const { version, state } = chooseVersion(before, { base: baseVersion, has })
  if (JSON.stringify(state) !== JSON.stringify(before)) writeState(folder, state)
  if (before.trial && !state.trial && state.ended) log(`update failed: ${state.ended.detail}`)
  if (version === null) return false
  const isTrial = state.trial !== null
  if (isTrial) watchTrial(folder, version, trialMs)
  try {
    await import(pathToFileURL(join(versionFolder(folder, version), entryName)).href)
    return true
  } catch (error) {
    log(`version ${version} does not start: ${error instanceof Error ? error.message : String(error)}`)
    if (isTrial) process.exit(1)
    return false
  }
}

/**
 * Ends a new version that hangs, even in a loop that never waits: the watch is a thread of its own. And one that ends by
 * itself, as if it had succeeded, is started again all the same.
 */
function watchTrial(folder: string, version: string, trialMs: number): void {
  const isOnTrial = () => readState(folder).trial?.version === version
  let isStopped = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      isStopped = true
    })
  process.once('exit', (code) => {
    if (code === 0 && !isStopped && isOnTrial()) process.exitCode = restartCode
  })
  const watch = new Worker(watchSource, {
    eval: true,
    workerData: { file: join(folder, 'state.json'), version, trialMs },
    resourceLimits: { maxOldGenerationSizeMb: 8 },
  })
  watch.on('error', () => {})
  watch.unref()
}

const watchSource = `
const { readFileSync } = require('node:fs')
const { file, version, trialMs } = require('node:worker_threads').workerData
setTimeout(() => {
  if (JSON.parse(readFileSync(file, 'utf8')).trial?.version === version) process.kill(process.pid, 'SIGKILL')
}, trialMs)
`
