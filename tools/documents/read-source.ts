import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

export const readText = (path: string): string => readFileSync(join(root, path), 'utf8')

/** A document on one line, so that line breaks do not split sentences. */
export const readDocument = (path: string): string => readText(path).replace(/\s+/g, ' ')

/** Production code: no tests, and nothing written for them. */
export function listSources(...folders: string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|tsx|js|mjs)$/.test(name))
      .filter((name) => !/\.test\.tsx?$|-test-kit\.ts$|(^|\/)(testing|bench|node_modules|dist)\//.test(name))
      .map((name) => `${folder}/${name}`),
  )
}

/** The files whose code matches `pattern`, in order; comments do not count. */
export const findFiles = (files: readonly string[], pattern: RegExp): string[] =>
  files.filter((file) => pattern.test(readText(file).replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/ .*$/gm, ''))).sort()

/** The rows of the table below `heading`, a cell by the name of its column. */
export function readTable(path: string, firstColumn: string): Record<string, string>[] {
  const lines = readText(path).split('\n')
  const start = lines.findIndex((line) => line.startsWith(`| ${firstColumn} |`))
  if (start < 0) throw new Error(`${path} has no table that begins with "${firstColumn}"`)
  const cells = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
  const columns = cells(lines[start]!)
  const end = lines.findIndex((line, at) => at > start && !line.startsWith('|'))
  return lines
    .slice(start + 2, end)
    .map((line) => Object.fromEntries(cells(line).map((cell, at) => [columns[at]!, cell])))
}

/** The text of each migration. */
export function listMigrations(): string[] {
  const folder = 'apps/server/src/db/migrations'
  return readdirSync(join(root, folder)).map((name) => readText(`${folder}/${name}`))
}

/** The figure of a constant, as in `const freeInRow = 10`. */
export function readConstant(path: string, name: string): number {
  const [, value] = new RegExp(`\\b${name}(?: =|:) ([\\d_]+)`).exec(readText(path)) ?? []
  return Number(value?.replaceAll('_', ''))
}
