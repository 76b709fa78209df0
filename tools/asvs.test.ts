import { globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { contextWords } from '../apps/server/src/features/auth/passwords/context-words.ts'

// docs/asvs.md names for each requirement the test that proves it. A renamed test must not leave it stale.

const root = fileURLToPath(new URL('..', import.meta.url))
const document = readFileSync(join(root, 'docs/asvs.md'), 'utf8')
const rows = [...document.matchAll(/^\| ([\d.]+) \| ([12]) \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, number, level, asks, evidence]) => ({
    number: number!,
    level: Number(level),
    asks: asks!,
    evidence: evidence!,
  }),
)

const files = new Map(
  ['apps', 'packages', 'tools', 'e2e'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.test\.tsx?$/.test(name) && !/(^|\/)(node_modules|dist)\//.test(name))
      .map((name) => [basename(name), join(root, folder, name)] as const),
  ),
)

/** How many requirements of levels 1 and 2 each section of ASVS 5.0.0 has. */
const sections: Record<string, number> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2 },
  ...{ '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2 },
  ...{ '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3 },
  ...{ '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4 },
  ...{ '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2 },
  ...{ '8.1': 2, '8.2': 3, '8.3': 1, '8.4': 1 },
  ...{ '9.1': 3, '9.2': 4 },
  ...{ '10.1': 2, '10.2': 2, '10.3': 4, '10.4': 11, '10.5': 5, '10.6': 2, '10.7': 3 },
  ...{ '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1 },
  ...{ '12.1': 3, '12.2': 2, '12.3': 4 },
  ...{ '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5 },
  ...{ '14.1': 2, '14.2': 4, '14.3': 3 },
  ...{ '15.1': 3, '15.2': 3, '15.3': 7 },
  ...{ '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3 },
  ...{ '17.1': 1, '17.2': 4, '17.3': 2 },
}

test('every requirement of level 2 is answered once, in its order', () => {
  const expected = Object.entries(sections).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
  )
  expect(rows.map(({ number }) => number)).toEqual(expected)
})

test('each by a test, by the date on which its risk was accepted, or because it does not apply', () => {
  const isAnswered =
    /`[\w-]+(\.\w+)*\.test\.tsx?` "|^n\/a: \S|\*\*Accepted \d{4}-\d\d-\d\d:\*\* \S|\*\*Open:\*\* \S/
  for (const { number, evidence } of rows) expect(evidence, number).toMatch(isAnswered)
})

test('every named test exists', () => {
  const missing = rows.flatMap(({ number, evidence }) =>
    [...evidence.matchAll(/`([\w.-]+\.test\.tsx?)` "([^"]+)"/g)].flatMap(([, file, title]) => {
      const path = files.get(file!)
      if (!path) return [`${number}: no file ${file}`]
      const text = readFileSync(path, 'utf8')
      return text.includes(title!) ? [] : [`${number}: ${file} has no test "${title}"`]
    }),
  )
  expect(missing).toEqual([])
})

test('every other named file exists', () => {
  const inTicks = /`([\w*][\w*.-]*(?:\/[\w*.-]+)+|[\w-]+\.(?:conf|env|json|md|ts))`/g
  const named = [...document.matchAll(inTicks), ...document.matchAll(/\((docs\/[\w/.-]+)\)/g)]
    .map(([, name]) => name!)
    .filter((name) => !/\.test\.tsx?$/.test(name))
  expect(named.length).toBeGreaterThan(8)
  const isThere = (name: string) =>
    [name, `docs/${name}`].some((path) => globSync(path, { cwd: root }).length > 0)
  expect(named.filter((name) => !isThere(name))).toEqual([])
})

test('the figures of security.md match the table', () => {
  const count = (chapter: string) => {
    const evidences = rows
      .filter(({ number }) => number.startsWith(`${chapter}.`))
      .map(({ evidence }) => evidence)
    const open = evidences.filter((evidence) => evidence.includes('**Open:**'))
    const accepted = evidences.filter((evidence) => evidence.includes('**Accepted '))
    const notForUs = evidences.filter((evidence) => evidence.startsWith('n/a'))
    const tested = evidences.filter(
      (evidence) => ![open, accepted, notForUs].some((others) => others.includes(evidence)),
    )
    return [evidences, tested, notForUs, accepted, open].map(({ length }) => length)
  }
  const chapters = [...document.matchAll(/^## (V(\d+) .+)$/gm)].map(([, name, chapter]) => ({
    name: name!,
    counts: count(chapter!),
  }))
  const sum = [0, 1, 2, 3, 4].map((column) => chapters.reduce((all, { counts }) => all + counts[column]!, 0))
  const security = readFileSync(join(root, 'docs/security.md'), 'utf8')
  for (const { name, counts } of chapters)
    expect(security).toMatch(
      new RegExp(`^\\| \\[${name}\\]\\(asvs\\.md#[\\w-]+\\) \\| ${counts.join(' \\| ')} \\|$`, 'm'),
    )
  expect(security).toContain(`| **All** | ${sum.join(' | ')} |`)
})

test('everything referred to in security.md and cryptography.md is there', () => {
  const security = readFileSync(join(root, 'docs/security.md'), 'utf8')
  const cryptography = readFileSync(join(root, 'docs/cryptography.md'), 'utf8')
  const headings = [...document.matchAll(/"([A-Z][a-z ]+)" in \[cryptography\.md\]/g)].map(
    ([, name]) => name!,
  )
  expect(headings.length).toBeGreaterThan(1)
  expect(headings.filter((name) => !cryptography.includes(`\n## ${name}\n`))).toEqual([])
  const named = [...document.matchAll(/"([A-Z][a-z ]+)" in security\.md/g)].map(([, name]) => name!)
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name) => !security.includes(`**${name}.**`))).toEqual([])
})

test('the forbidden words in passwords are the ones that security.md lists', () => {
  const security = readFileSync(join(root, 'docs/security.md'), 'utf8').replace(/\s+/g, ' ')
  const listed = /a word that fits the place: ([^.]+)\./.exec(security)?.[1]?.split(', ')
  expect(listed).toEqual(contextWords)
})
