import { readdirSync, readFileSync } from 'node:fs'
import process from 'node:process'
import type { Db } from '../../apps/server/src/platform/db/db.ts'
import { sql } from '../../apps/server/src/platform/db/sql.ts'

// What work costs in time of a processor, which other work on the machine changes far less than what the clock says.

const ticksPerSecond = 100

interface Stat {
  parent: number
  /** Of itself, and of children that have ended. */
  seconds: number
}

function readStat(pid: number | string): Stat | null {
  try {
    // The name of the program, in brackets, may contain anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    const ticks = fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0)
    return { parent: Number(fields[1]), seconds: ticks / ticksPerSecond }
  } catch {
    return null
  }
}

export const secondsOf = (pid: number): number => readStat(pid)?.seconds ?? 0

/** Of a process, its children, and those that have ended. */
export function secondsWithChildren(pid: number): number {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(readStat)
    .filter((stat) => stat?.parent === pid)
  return children.reduce((sum, stat) => sum + stat!.seconds, secondsOf(pid))
}

export const ownSeconds = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** The process of a PostgreSQL on this machine whose children do the work. */
export async function findPostmaster(db: Db): Promise<number> {
  const row = await db.row<{ pid: number }>(sql`select pg_backend_pid() as pid`)
  const stat = readStat(row!.pid)
  if (!stat) throw new Error('the PostgreSQL is not on this machine')
  return stat.parent
}

/** Seconds used by each part since the returned function was made. */
export function startProcessorClock<Part extends string>(parts: Record<Part, () => number>) {
  const names = Object.keys(parts) as Part[]
  const before = names.map((name) => parts[name]())
  return (): Record<Part, number> => {
    const used = names.map((name, index) => [name, parts[name]() - before[index]!])
    return Object.fromEntries(used) as Record<Part, number>
  }
}
