import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { adapters } from '@ohmstead/adapters/all-adapters'

// The tables of docs/adapters.md come from the adapters themselves, so that they cannot say something else.

const file = new URL('../docs/adapters.md', import.meta.url)
const start = '<!-- tables: npm run adapter-tables -->'

const proven = {
  device: 'Tried with a real device.',
  client: 'Tried with an unmodified program that speaks it; not yet with a real device.',
  messages:
    'Implemented from the published protocol and tried on recorded messages; not yet with a real device.',
  protocol: 'Implemented from the published protocol; not yet tried with a real device or its messages.',
}

/** The document with its tables as the adapters are now. */
export function fillAdapterTables(document: string): string {
  const tables = adapters.map(({ kind, title, tried, mappings }) =>
    [
      `## ${title}`,
      '',
      `\`ext/${kind}\`. ${proven[tried]}`,
      '',
      '| What it sends | What it becomes | Change |',
      '|---|---|---|',
      ...mappings.map(
        ({ source, target, change }) =>
          `| \`${source}\` | ${target === '' ? 'what a person chose' : `\`${target}\``} | ${change} |`,
      ),
      '',
    ].join('\n'),
  )
  return `${document.slice(0, document.indexOf(start) + start.length)}\n\n${tables.join('\n')}`
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  writeFileSync(file, fillAdapterTables(readFileSync(file, 'utf8')))
