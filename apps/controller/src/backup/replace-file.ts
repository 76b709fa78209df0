import { copyFileSync } from 'node:fs'
import { writeWhole } from '../write-whole.ts'

/** Replaces a file as a whole: after a loss of power it is the old one or the new one. The old one stays beside it. */
export function replaceFile(path: string, text: string): void {
  copyFileSync(path, `${path}.before`)
  writeWhole(path, text)
}
