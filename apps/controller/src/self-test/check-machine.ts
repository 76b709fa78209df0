import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Finding } from './finding.ts'

/** Two weeks of readings without the cloud take a few tens of megabytes. */
const leastBytes = 100_000_000

/** Whether what waits for the cloud can be kept. */
export function checkDisk(folder: string): Finding {
  const name = 'Disk'
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const trial = join(folder, 'self-test')
    writeFileSync(trial, 'x')
    rmSync(trial)
  } catch (error) {
    return {
      name,
      isOk: false,
      text: `${folder} cannot be written (${(error as NodeJS.ErrnoException).code})`,
    }
  }
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  const text = `${Math.floor(free / 1e6)} MB free for ${folder}`
  return free >= leastBytes
    ? { name, isOk: true, text }
    : { name, isOk: false, text: `only ${text}, 100 are needed` }
}

/** Whether the meter's cable is there and may be read. */
export function checkSerialPort(path: string): Finding {
  const name = 'P1 port'
  if (!existsSync(path))
    return {
      name,
      isOk: false,
      text: `${path} does not exist: is the cable plugged in? \`ls /dev/serial/by-id\` lists them`,
    }
  if (!statSync(path).isCharacterDevice()) return { name, isOk: false, text: `${path} is no serial port` }
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
  } catch {
    return { name, isOk: false, text: `${path} may not be opened: the user has to be in the group dialout` }
  }
  return { name, isOk: true, text: `${path} can be opened` }
}
