import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The licences of Node and of every npm package of the program and its pages; equal texts stand once. */
export function listLicences(root: string, node: string): string {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string; license?: string; dev?: boolean; link?: boolean }>
  }
  const holders = Map.groupBy(
    Object.entries(packages).flatMap(([path, { version, license, dev, link }]) => {
      const name = path.split('node_modules/').at(-1)!
      const isShipped = path.includes('node_modules/') && !dev && !link && existsSync(join(root, path))
      return isShipped && !/^node-(linux|bin|darwin|win)-/.test(name)
        ? [{ name: `${name} ${version}`, text: readLicence(join(root, path)) ?? `Licence: ${license}` }]
        : []
    }),
    ({ text }) => text,
  )
  const parts = [...holders].map(([text, of]) => [of.map(({ name }) => name).join('\n'), text] as const)
  parts.sort(([a], [b]) => (a < b ? -1 : 1))
  parts.unshift(['Node.js, with what is part of it', readLicence(node)!])
  return parts.map(([of, text]) => `${'='.repeat(78)}\n${of}\n${'-'.repeat(78)}\n${text}\n`).join('\n')
}

function readLicence(folder: string): string | null {
  const names = readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name))
  const texts = names.sort().map((name) => readFileSync(join(folder, name), 'utf8').trim())
  return texts.length > 0 ? texts.join('\n\n').replaceAll('\r\n', '\n') : null
}
