import { readFileSync } from 'node:fs'
import type { CommandMessage } from '@ohmstead/contract/controller-messages'
import type { LinkStore, StoredAnswer } from '../link/link-store.ts'
import type { PlantControl } from '../plant/plant-control.ts'
import {
  type BackupContent,
  buildBackup,
  type KeptSettings,
  mergeConfig,
  parseBackup,
} from './backup-content.ts'
import { replaceFile } from './replace-file.ts'
import { fetchBackup, hashOf, sendBackup } from './transfer-backup.ts'

interface BackupOptions {
  serial: string
  softwareVersion: string
  linkUrl: string
  store: LinkStore
  /** The file with its options; null if it runs without one. */
  configFile: string | null
  readControl(): PlantControl
  /** Within a transaction of the store. */
  applySettings(settings: KeptSettings): void
  /** After it. */
  onRestored(): void
  isOnline(): boolean
  answer(id: string, answer: StoredAnswer): void
  log(message: string): void
}

/** A restore that has begun, and how far it is: settings stored, then files replaced, then answered. */
interface Restoring {
  id: string
  stage: 'begun' | 'stored' | 'replaced'
  /** The new file of options. */
  config: string | null
}

const failed = (code: string, text: string): StoredAnswer => ({ state: 'failed', code, text, result: {} })

/**
 * Makes and restores backups. The settings are replaced in one commit, which also says what is left to do: a restore that
 * was killed before it has changed nothing, and one killed after it is finished at the next start.
 */
export function createBackups(options: BackupOptions) {
  const { store, serial, linkUrl, log, configFile } = options
  let isBusy = false
  const readRev = () => store.readDocument<number>('inventoryRev') ?? 1

  async function make({ id, args }: CommandMessage): Promise<void> {
    const rev = readRev()
    const config = configFile === null ? null : readFileSync(configFile, 'utf8')
    const { softwareVersion } = options
    const bytes = buildBackup({ serial, softwareVersion, rev }, options.readControl(), config)
    await sendBackup(args.url, linkUrl, bytes)
    const result = { size: bytes.length, sha256: hashOf(bytes).toString('hex'), rev }
    options.answer(id, { state: 'done', code: null, text: null, result })
  }

  async function restore({ id, args }: CommandMessage): Promise<void> {
    const refuseChanged = () => {
      if (args.rev === undefined || args.rev === readRev()) return false
      options.answer(id, failed('rev_changed', 'the configuration has changed since the last backup'))
      return true
    }
    if (refuseChanged()) return
    const bytes = await fetchBackup(args.url, linkUrl, { sha256: args.sha256, size: args.size })
    const from = typeof args.from === 'string' ? args.from : serial
    const content = parseBackup(bytes, from)
    if (refuseChanged()) return
    const config = readNextConfig(content)
    store.transaction(() => {
      store.writeDocument('controlBefore', options.readControl())
      options.applySettings(content.settings)
      store.writeDocument('inventoryRev', readRev() + 1)
      store.writeDocument('restoring', { id, stage: 'stored', config } satisfies Restoring)
    })
    finish()
  }

  function readNextConfig({ config }: BackupContent): string | null {
    return configFile === null || config === null
      ? null
      : mergeConfig(readFileSync(configFile, 'utf8'), config)
  }

  /** The rest of a restore, after its commit or at the next start. */
  function finish(): void {
    const restoring = store.readDocument<Restoring>('restoring')
    if (!restoring) return
    const { id, config } = restoring
    let answer = failed('interrupted', 'the program ended before anything was replaced')
    if (restoring.stage !== 'begun') {
      answer = { state: 'done', code: null, text: null, result: { rev: readRev() } }
      try {
        if (restoring.stage === 'stored' && config !== null && configFile !== null)
          replaceFile(configFile, config)
      } catch (error) {
        takeBack()
        answer = failed('failed', `its file of options could not be replaced: ${(error as Error).message}`)
      }
      if (restoring.stage === 'stored') options.onRestored()
      store.writeDocument('restoring', { ...restoring, stage: 'replaced' } satisfies Restoring)
    }
    // Otherwise when it is connected again.
    if (!options.isOnline()) return
    options.answer(id, answer)
    store.writeDocument('restoring', null)
  }

  function takeBack(): void {
    const before = store.readDocument<PlantControl>('controlBefore')
    if (before) store.transaction(() => options.applySettings(before))
  }

  return {
    /** When it is connected: whatever a former run of the program has left. */
    finishLeft: () => {
      if (!isBusy) finish()
    },
    /** Answers `accepted` at once, and how it went at the end. */
    handle(command: CommandMessage): void {
      if (isBusy) {
        options.answer(command.id, { ...failed('busy', 'another backup is under way'), state: 'rejected' })
        return
      }
      isBusy = true
      const isRestore = command.op === 'backup.restore'
      options.answer(command.id, { state: 'accepted', code: null, text: null, result: {} })
      if (isRestore)
        store.writeDocument('restoring', { id: command.id, stage: 'begun', config: null } satisfies Restoring)
      const work = isRestore ? restore(command) : make(command)
      void work
        .catch((error: Error) => {
          log(`${command.op} failed: ${error.message}`)
          options.answer(command.id, failed('failed', error.message))
        })
        .finally(() => {
          if (store.readDocument<Restoring>('restoring')?.stage === 'begun')
            store.writeDocument('restoring', null)
          isBusy = false
        })
    },
  }
}
