import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { secretNames } from '../apps/server/src/read-setting-files.ts'

// Documents match reality.

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

function listDocuments(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return folder === '.' && entry.name !== 'docs' ? [] : listDocuments(path)
    return entry.name.endsWith('.md') ? [path] : []
  })
}

describe('the documents', () => {
  it('list every setting with its default, and no other', () => {
    const schema = read('apps/server/src/environment.ts')
    const inCode = [...schema.matchAll(/^ {2}([A-Z][A-Z_]+): (.*),$/gm)].map(([, name, type]) => {
      const value = /\.default\('?([^')]*)'?\)/.exec(type!)?.[1]
      return [name, value?.replace(/(?<=\d)_(?=\d)/g, '')]
    })
    const table = read('README.md').matchAll(/^\| `([A-Z_]+)` \| (?:`([^`]*)`|[^|]*) \|/gm)
    const inReadme = [...table].map(([, name, value]) => [name, value])
    expect(inCode.length).toBeGreaterThan(15)
    // A computed default is explained in words, or names the setting that it comes from.
    const workedOut = [
      'PUBLIC_URL',
      'MQTT_HOST',
      'MQTT_TLS_HOST',
      'PORTAL_URL',
      'WEATHER_URL',
      'ENERGY_CHARTS_URL',
    ]
    const isWorkedOut = (name = '') => workedOut.includes(name)
    const plain = (rows: (string | undefined)[][]) =>
      rows.map(([name, value]) => [name, isWorkedOut(name) ? undefined : value])
    expect(plain(inReadme)).toEqual(plain(inCode))
  })

  it('list every secret that may be in a file, and no other', () => {
    const [, paragraph = ''] = /^A secret may be in a file([\s\S]*?)\n\n/m.exec(read('README.md')) ?? []
    const named = [...paragraph.matchAll(/`([A-Z_]+)_FILE`/g)].map(([, name]) => name)
    expect(named).toEqual([...secretNames])
  })

  it('number the decisions without gaps, each as its title does', () => {
    const files = readdirSync(join(root, 'docs/decisions')).sort()
    const numbers = files.map((file) => Number(file.slice(0, 4)))
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
    for (const [index, file] of files.entries())
      expect(read(`docs/decisions/${file}`), file).toMatch(new RegExp(`^# ${index + 1}\\. `))
  })

  it('contain no dangling links', () => {
    const broken = listDocuments('.').flatMap((file) =>
      [...read(file).matchAll(/\]\(([^)#\s]+)(#[^)]*)?\)/g)]
        .map(([, target]) => target!)
        .filter((target) => !/^[a-z]+:/.test(target) && !existsSync(join(root, dirname(file), target)))
        .map((target) => `${file} → ${target}`),
    )
    expect(broken).toEqual([])
  })

  it('name only existing scripts', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const named = listDocuments('.').flatMap((file) =>
      [...read(file).matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name!),
    )
    expect([...new Set(named)].filter((name) => !(name in scripts))).toEqual([])
    const missing = Object.values(scripts).flatMap((script) =>
      [...script.matchAll(/\bnode (\S+\.(?:ts|mjs))/g)]
        .map(([, file]) => file!)
        .filter((file) => !existsSync(join(root, file))),
    )
    expect(missing).toEqual([])
  })

  it('give a reason for every dependency, each at an exact version', () => {
    const reasons = read('docs/decisions/0009-dependencies.md')
    const listed = [
      'package.json',
      ...readdirSync(join(root, 'apps')).map((app) => `apps/${app}/package.json`),
      ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}/package.json`),
    ]
    const used = listed.flatMap((file) => {
      const { dependencies = {}, devDependencies = {} } = JSON.parse(read(file)) as Record<
        string,
        Record<string, string>
      >
      for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
        expect(version, `${name} in ${file}`).toMatch(/^\d+\.\d+\.\d+$/)
      return Object.keys({ ...dependencies, ...devDependencies })
    })
    const families = [...reasons.matchAll(/`([^`]+)\/\*`/g)].map(([, family]) => `${family}/`)
    const hasReason = (name: string) =>
      reasons.includes(`\`${name}\``) || families.some((family) => name.startsWith(family))
    expect(used.filter((name) => !name.startsWith('@ohmstead/') && !hasReason(name))).toEqual([])
  })

  it('configure editors like the formatter', () => {
    const { formatter } = JSON.parse(read('biome.json')) as { formatter: Record<string, unknown> }
    const documented = Object.fromEntries(
      [
        ...read('.editorconfig')
          .split('[*.md]')[0]!
          .matchAll(/^(\w+) = (.+)$/gm),
      ].map(([, name, value]) => [name, value]),
    )
    expect(documented).toMatchObject({
      indent_style: formatter.indentStyle,
      indent_size: String(formatter.indentWidth),
      max_line_length: String(formatter.lineWidth),
    })
  })
})
