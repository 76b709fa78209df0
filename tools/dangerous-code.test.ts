import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

// Ways to turn text into code that the product has no use for. Whoever needs one after all explains it here.

const root = fileURLToPath(new URL('..', import.meta.url))

/** Where it is done all the same, and why it may be. */
const explained: Record<string, string> = {
  'apps/web/src/features/outbox/mail-modal.tsx': 'shows a mail in a frame that is sandboxed to nothing',
  'apps/server/src/features/demo/start-demo.ts':
    'starts our own controllers of the demo, which listens on loopback only',
  'apps/server/src/platform/mqtt/embedded-broker.ts':
    'tells two sessions of one controller apart where it names neither; no secret',
}

const rules: [what: string, pattern: RegExp, folders: string[]][] = [
  [
    'text becomes a page',
    /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write|createContextualFragment|srcDoc\b/i,
    ['apps/web/src', 'apps/web/public'],
  ],
  [
    'text becomes a program',
    /\beval\(|new Function\(|\bvm\b.*runIn|setTimeout\(\s*['"`]|setInterval\(\s*['"`]/,
    ['apps/web/src', 'apps/web/public', 'apps/server/src', 'packages'],
  ],
  [
    'another program is started',
    /from 'node:child_process'/,
    ['apps/web/src', 'apps/server/src', 'packages'],
  ],
  [
    'a page listens to other pages',
    /\bpostMessage\(.*['"]\*['"]|addEventListener\(\s*'message'.*window/,
    ['apps/web/src'],
  ],
  [
    'a broken hash or cipher is used',
    /create(Hash|Hmac)\(\s*['"](md[245]|sha-?1|ripemd)|['"](des|rc[24]|bf|aes-\d+-(ecb|cbc))[-'"]|RSA_PKCS1_PADDING/i,
    ['apps/web/src', 'apps/web/public', 'apps/server/src', 'packages'],
  ],
  [
    'a secret could come from chance that can be guessed',
    /\bMath\.random\(/,
    ['apps/server/src', 'packages'],
  ],
  ['a call is made by a script element', /jsonp|callback=\?/i, ['apps/web/src', 'apps/server/src']],
]

function listSources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(
      (name) =>
        /\.(ts|tsx|js)$/.test(name) && !/\.test\.tsx?$|(^|\/)(testing|node_modules|dist)\//.test(name),
    )
    .map((name) => `${folder}/${name}`)
}

test.each(rules)('nowhere %s', (_, pattern, folders) => {
  const sources = folders.flatMap(listSources)
  expect(sources.length).toBeGreaterThan(20)
  const found = sources.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')))
  expect(found.filter((file) => !(file in explained))).toEqual([])
})
