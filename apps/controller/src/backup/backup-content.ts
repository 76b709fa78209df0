import type { PlantControl } from '../plant/plant-control.ts'
import { parseConfig } from '../read-config-file.ts'

/** What a person has set and would have to set again. What ends by itself is not part of it. */
export type KeptSettings = Pick<
  PlantControl,
  'evMode' | 'evCurrentLimitA' | 'indoorTargetC' | 'socMin' | 'maxImportW' | 'maxExportW'
>

export interface BackupContent {
  format: typeof format
  v: 1
  serial: string
  softwareVersion: string
  rev: number
  settings: KeptSettings
  /** The lines of its file of options, without its keys to the cloud; null if it runs without one. */
  config: string | null
}

const format = 'ohmstead-controller-backup'

/** The way to the cloud stays: an older key or address would lock the controller out. */
const ownLine = /^\s*(?:URL|MQTT|SERIAL|SECRET|PASSWORD|TOKEN|CA_FILE|DATA_DIR|P1_PORT)\s*=/

const splitLines = (text: string) => text.split('\n').filter((line) => line.trim() !== '')

export function buildBackup(
  identity: { serial: string; softwareVersion: string; rev: number },
  { evMode, evCurrentLimitA, indoorTargetC, socMin, maxImportW, maxExportW }: PlantControl,
  config: string | null,
): Buffer {
  const content: BackupContent = {
    ...{ format, v: 1, ...identity },
    settings: { evMode, evCurrentLimitA, indoorTargetC, socMin, maxImportW, maxExportW },
    config:
      config === null
        ? null
        : `${splitLines(config)
            .filter((line) => !ownLine.test(line))
            .join('\n')}\n`,
  }
  return Buffer.from(JSON.stringify(content))
}

/** The present file with the lines of the backup; its own keys and addresses stay. */
export const mergeConfig = (present: string, restored: string): string =>
  `${[...splitLines(present).filter((line) => ownLine.test(line)), ...splitLines(restored).filter((line) => !ownLine.test(line))].join('\n')}\n`

/** Everything is checked before anything is replaced. Throws an Error that says what is wrong, never what is in it. */
export function parseBackup(bytes: Uint8Array, serial: string): BackupContent {
  let value: Partial<BackupContent> | null
  try {
    value = JSON.parse(Buffer.from(bytes).toString()) as Partial<BackupContent> | null
  } catch {
    throw new Error('the file is no backup of this kind of controller')
  }
  if (value?.format !== format) throw new Error('the file is no backup of this kind of controller')
  if (value.v !== 1) throw new Error('the backup is of a newer software')
  if (value.serial !== serial) throw new Error('the backup is of another controller')
  if (!isSettings(value.settings)) throw new Error('the backup has settings out of their range')
  if (value.config !== null && typeof value.config !== 'string')
    throw new Error('the backup lacks its options')
  if (value.config) parseConfig(value.config, 'the backup')
  return value as BackupContent
}

function isSettings(value: unknown): value is KeptSettings {
  const settings = value as Partial<Record<keyof KeptSettings, unknown>> | null | undefined
  const isNumber = (name: keyof KeptSettings, min: number, max: number) => {
    const given = settings?.[name]
    return given === null || (typeof given === 'number' && given >= min && given <= max)
  }
  return (
    ['fast', 'solar', 'off'].includes(settings?.evMode as string) &&
    isNumber('evCurrentLimitA', 6, 80) &&
    isNumber('indoorTargetC', 16, 26) &&
    isNumber('socMin', 0, 1) &&
    isNumber('maxImportW', 0, 100_000) &&
    isNumber('maxExportW', 0, 100_000)
  )
}
