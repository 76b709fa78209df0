import { readFileSync } from 'node:fs'

/**
 * The options of a file as a command line: one `NAME=value` a line, where `REPLAY_FROM` is `--replay-from`. Throws an
 * Error that names the line, never what stands in it.
 */
export function readConfigFile(path: string): string[] {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new Error(`${path} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
  return parseConfig(text, path)
}

export function parseConfig(text: string, path: string): string[] {
  return text.split('\n').flatMap((line, index) => {
    const trimmed = line.trim()
    if (trimmed === '' || trimmed.startsWith('#')) return []
    const found = /^([A-Z][A-Z0-9_]*)\s*=\s*(.*)$/.exec(trimmed)
    if (!found) throw new Error(`${path}, line ${index + 1}: must be NAME=value`)
    const value = found[2]!.replace(/^(["'])(.*)\1$/, '$2')
    return value === '' ? [] : [`--${found[1]!.toLowerCase().replaceAll('_', '-')}=${value}`]
  })
}
