import { mkdirSync, renameSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import type { DdiDeployment } from '@ohmstead/contract/ddi-answers'
import { syncFolder } from '../write-whole.ts'
import { createDdiClient, type DdiAddress, DdiError, parseSleep } from './ddi-client.ts'
import { downloadImage, hashFile } from './download-image.ts'
import {
  baseVersion,
  readState,
  removeDownloads,
  removeOthers,
  type SoftwareState,
  versionFolder,
  writeState,
} from './software-state.ts'
import { unpackImage } from './unpack-image.ts'
import { ImageRefused } from './verify-signature.ts'

export interface UpdateOptions {
  address: DdiAddress
  serial: string
  folder: string
  certificateFile: string
  /** What `hardware-compatibility` of an image must name, if it names any. */
  hardware: string
  /** Null for the program of the machine. */
  ownVersion: string | null
  /** Ends the program so that its supervisor starts it again. */
  restart(): void
  log(message: string): void
}

export interface RunningUpdates {
  /** Asks the cloud now. */
  check(): void
  /** The link's session is up: whatever runs now has come up. */
  noteOnline(): void
  close(): Promise<void>
}

const idleMs = 300_000
const progressMs = 5_000

/** Keeps the controller's own program up to date over DDI. Killed anywhere, it goes on from its state and its files. */
export function startUpdates(options: UpdateOptions): RunningUpdates {
  const { folder, log, ownVersion } = options
  const ending = new AbortController()
  const client = createDdiClient(options.address, options.serial, ending.signal)
  const running = ownVersion ?? baseVersion
  let sleepMs = idleMs
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<void> | null = null
  let isAskedAgain = false
  /** Files that arrived whole, and were others. */
  let wrongFiles = 0

  const change = (part: Partial<SoftwareState>) =>
    writeState(folder, { ...readState(folder), base: baseVersion, ...part })

  async function end(actionId: string, isSuccess: boolean, detail: string): Promise<void> {
    log(`update ${actionId} ${isSuccess ? 'succeeded' : 'failed'}: ${detail}`)
    removeDownloads(folder)
    change({ ended: { actionId, isSuccess, detail, isTold: false } })
    await tellEnd()
  }

  /** What a former run has left to say comes before anything new. */
  async function tellEnd(): Promise<void> {
    const { ended } = readState(folder)
    if (!ended || ended.isTold) return
    const finished = ended.isSuccess ? 'success' : 'failure'
    try {
      await client.report(ended.actionId, 'closed', finished, { detail: ended.detail })
    } catch (error) {
      // An update that the cloud does not know any more needs no end.
      if (!(error instanceof DdiError) || ![404, 410].includes(error.status)) throw error
    }
    change({ ended: { ...ended, isTold: true } })
  }

  async function look(): Promise<void> {
    // Until the new version is connected it is on trial, and has nothing to say.
    if (readState(folder).trial) return
    await tellEnd()
    const { config, _links: links } = await client.poll()
    sleepMs = parseSleep(config?.polling.sleep) ?? idleMs
    if (links?.configData) await tellAttributes(links.configData.href)
    if (links?.cancelAction) {
      const { href } = links.cancelAction
      removeDownloads(folder)
      const id = href.split(/[/?]/).findLast((part) => /^\d+$/.test(part)) ?? '0'
      const status = { execution: 'closed', result: { finished: 'success' }, details: ['Not begun again'] }
      await client.send(`${client.base}/cancelAction/${id}/feedback`, 'POST', { id, status })
    } else if (links?.deploymentBase) await carryOut(links.deploymentBase.href)
  }

  const tellAttributes = (href: string) =>
    client.send(href, 'PUT', { mode: 'replace', data: { hw: options.hardware, software: running } })

  async function carryOut(href: string): Promise<void> {
    const { id, deployment } = await client.readDeployment(href)
    const { ended } = readState(folder)
    if (ended?.actionId === id) {
      change({ ended: { ...ended, isTold: false } })
      return tellEnd()
    }
    const version = await prepare(id, deployment).catch(async (error: Error) => {
      if (!(error instanceof ImageRefused)) throw error
      await end(id, false, error.message)
    })
    if (version === undefined) return
    if (version === running) return end(id, true, `${running} runs already`)
    // It may have been withdrawn meanwhile, and answers 404 then.
    await client.readDeployment(href)
    const place = versionFolder(folder, version)
    rmSync(place, { recursive: true, force: true })
    mkdirSync(join(folder, 'versions'), { recursive: true, mode: 0o700 })
    renameSync(join(folder, 'unpacked'), place)
    syncFolder(join(folder, 'versions'))
    change({ current: ownVersion, trial: { actionId: id, version, starts: 0 } })
    await client
      .report(id, 'proceeding', 'none', { detail: `Restarts with ${version}` })
      .catch((error: Error) => log(`not reported: ${error.message}`))
    log(`version ${version} is installed, restarting`)
    options.restart()
  }

  /** Downloads, checks and unpacks; the version that is ready then, undefined if it has to be tried again. */
  async function prepare(id: string, { chunks }: DdiDeployment['deployment']): Promise<string | undefined> {
    const artifacts = chunks.flatMap((chunk) => chunk.artifacts)
    const [artifact] = artifacts
    if (!artifact || artifacts.length > 1) throw new ImageRefused('an update must be one file')
    const { size, hashes, _links } = artifact
    const href = (_links.download ?? _links['download-http'])?.href
    if (!href) throw new ImageRefused('its file has no address')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const { bavail, bsize } = statfsSync(folder)
    if (bavail * bsize < 3 * size) throw new ImageRefused('there is not enough space on the disk')
    const file = join(folder, `${hashes.sha256}.part`)
    let toldAt = 0
    await downloadImage(client, href, {
      file,
      size,
      signal: ending.signal,
      onProgress(bytes) {
        if (Date.now() - toldAt < progressMs) return
        toldAt = Date.now()
        const percent = Math.floor((bytes * 100) / size)
        void client.report(id, 'download', 'none', { detail: 'Downloading', percent }).catch(() => {})
      },
    })
    if ((await hashFile(file)) !== hashes.sha256) {
      rmSync(file)
      if (++wrongFiles >= 2) throw new ImageRefused('what arrived is not what was announced')
      log('what arrived is not what was announced, it is fetched again')
      return undefined
    }
    wrongFiles = 0
    const { certificateFile, hardware } = options
    return unpackImage(file, { into: join(folder, 'unpacked'), certificateFile, hardware })
  }

  function lookSoon(waitMs: number): void {
    clearTimeout(timer)
    if (ending.signal.aborted) return
    timer = setTimeout(() => {
      isAskedAgain = false
      turn = look()
        .catch((error: Error) => {
          if (!ending.signal.aborted) log(`looking for updates: ${error.message}`)
        })
        .finally(() => {
          turn = null
          // A little early by chance, so that a fleet that was switched on together does not ask together.
          lookSoon(isAskedAgain ? 0 : sleepMs * (0.9 + Math.random() * 0.1))
        })
    }, waitMs)
  }

  function check(): void {
    if (turn) isAskedAgain = true
    else lookSoon(0)
  }

  check()
  return {
    check,
    noteOnline() {
      const { trial, current } = readState(folder)
      if (!trial || trial.version !== ownVersion) return
      const ended = { actionId: trial.actionId, isSuccess: true, detail: `${running} runs`, isTold: false }
      change({ current: ownVersion, trial: null, ended })
      log(`version ${running} is up`)
      removeOthers(folder, [ownVersion, current])
      check()
    },
    async close() {
      ending.abort()
      clearTimeout(timer)
      await turn
    },
  }
}
