import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** A page of the site: its file in the repository, and its address in the site. */
export interface SitePage {
  file: string
  address: string
  group: string
}

// What comes first, for people who run it, for people who connect devices, for people who change it. Others follow in
// the order of their names.
const groups: readonly (readonly [
  group: string,
  belongs: (file: string) => boolean,
  first: readonly string[],
])[] = [
  ['Start', (file) => !file.startsWith('docs/'), ['README.md', 'CHANGELOG.md']],
  ['Run it', (file) => file.startsWith('docs/runbooks/'), ['docs/runbooks/production.md']],
  [
    'Connect and use',
    (file) => /^docs\/(api|controller-link|reference-controller|portal|webhooks|glossary)\.md$/.test(file),
    ['docs/api.md'],
  ],
  ['Decisions', (file) => file.startsWith('docs/decisions/'), []],
  ['How it is made', () => true, ['docs/architecture.md', 'docs/benchmarks.md']],
]

/** Every document of the project, in the order of the site's menu. */
export function listSitePages(root: string): SitePage[] {
  const files = [...listMarkdown(root, '', false), ...listMarkdown(root, 'docs', true)]
  const groupOf = (file: string) => groups.findIndex(([, belongs]) => belongs(file))
  const placeOf = (file: string) => {
    const place = groups[groupOf(file)]![2].indexOf(file)
    return place < 0 ? Number.POSITIVE_INFINITY : place
  }
  return files
    .toSorted(
      (a, b) =>
        groupOf(a) - groupOf(b) || (placeOf(a) === placeOf(b) ? a.localeCompare(b) : placeOf(a) - placeOf(b)),
    )
    .map((file) => ({ file, address: addressOf(file), group: groups[groupOf(file)]![0] }))
}

function listMarkdown(root: string, folder: string, isDeep: boolean): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = folder ? `${folder}/${entry.name}` : entry.name
    if (entry.isDirectory()) return isDeep ? listMarkdown(root, file, true) : []
    return entry.name.endsWith('.md') ? [file] : []
  })
}

/** `docs/runbooks/production.md` → `runbooks/production.html`; the README is the first page. */
function addressOf(file: string): string {
  if (file === 'README.md') return 'index.html'
  const address = file.replace(/\.md$/, '.html').toLowerCase()
  // SECURITY.md and docs/security.md are two pages.
  return address.startsWith('docs/') ? address.slice('docs/'.length) : `project/${address}`
}
