import { readFileSync } from 'node:fs'

/** Processor time so far, of all threads of a process; 0 if it has ended. Linux counts hundredths of a second. */
export function readCpuSeconds(pid: number): number {
  let line: string
  try {
    line = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return 0
  }
  const fields = line.slice(line.lastIndexOf(') ') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}
