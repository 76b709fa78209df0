import { createHash } from 'node:crypto'
import type { Area } from './areas.ts'
import type { Fault } from './find-faults.ts'

export interface ChosenFault extends Fault {
  area: string
}

const seed = 'ohmstead'
const mostOfOneFile = 4
/** Some spares, to replace those that turn out to be harmless. */
const spares = 20

/**
 * A fixed sample, in the order it was drawn: each fault draws a number from the seed and its own id, and the lowest of
 * an area are taken, few per file. A change elsewhere leaves the sample unchanged.
 */
export function chooseFaults(faults: readonly Fault[], areas: readonly Area[]): ChosenFault[] {
  const draw = ({ id }: Fault) => createHash('sha256').update(`${seed} ${id}`).digest('hex')
  return areas.flatMap(({ name, size, files }) => {
    const perFileCount = new Map<string, number>()
    return faults
      .filter(({ file }) => files.test(file))
      .map((fault) => ({ fault, number: draw(fault) }))
      .sort((a, b) => (a.number < b.number ? -1 : 1))
      .filter(({ fault: { file } }) => {
        const count = (perFileCount.get(file) ?? 0) + 1
        perFileCount.set(file, count)
        return count <= mostOfOneFile
      })
      .slice(0, size + spares)
      .map(({ fault }) => ({ ...fault, area: name }))
  })
}
