import { expect, test } from 'vitest'
import { listSources, readText } from './documents/read-source.ts'

// Ways to turn text into code that the product does not need. Exceptions are explained here.

/** Exceptions, each with its reason. */
const explained: Record<string, string> = {
  'apps/web/src/features/outbox/mail-modal.tsx': 'shows a mail in a frame that is sandboxed to nothing',
  'apps/server/src/features/demo/start-demo.ts':
    'starts our own controllers of the demo, which listens on loopback only',
  'apps/server/src/features/updates/inspect-image.ts':
    'the device interface of hawkBit gives these hashes beside SHA-256; nothing here relies on them',
  'apps/server/src/features/updates/check-signature.ts':
    'a signature names its hash, one of the SHA-2 family',
  'apps/server/src/platform/mqtt/session-names.ts':
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
    'a hash other than SHA-256 is used',
    /\bcreate(Hash|Hmac)\(\s*(?!'sha256')|subtle\.digest\(\s*(?!'SHA-256')/,
    ['apps/web/src', 'apps/web/public', 'apps/server/src', 'packages'],
  ],
  [
    'memory is used before it is cleared',
    /\ballocUnsafe|\bnew Buffer\(/,
    ['apps/server/src', 'apps/controller/src', 'packages'],
  ],
  [
    'a browser is asked for a plug-in or for what it only keeps for old pages',
    /<(embed|applet|frameset|marquee)\b|<object\s|navigator\.plugins|document\.(all|domain)\b/,
    ['apps/web/src', 'apps/web/public'],
  ],
  ['a page keeps people from pasting', /onPaste=|onBeforeInput=|['"]paste['"]/, ['apps/web/src']],
  [
    'a secret could come from chance that can be guessed',
    /\bMath\.random\(/,
    ['apps/server/src', 'packages'],
  ],
  ['a call is made by a script element', /jsonp|callback=\?/i, ['apps/web/src', 'apps/server/src']],
]

test.each(rules)('nowhere %s', (_, pattern, folders) => {
  const sources = listSources(...folders)
  expect(sources.length).toBeGreaterThan(20)
  const found = sources.filter((file) => pattern.test(readText(file)))
  expect(found.filter((file) => !(file in explained))).toEqual([])
})

test('every password field is hidden, can be shown, and is filled in by password managers', () => {
  const fields = listSources('apps/web/src').flatMap((file) =>
    [
      ...readText(file).matchAll(
        /<(\w+)\b((?:(?!\/>|<[A-Za-z])[\s\S])*?\btype="password"(?:(?!\/>)[\s\S])*?)\/>/g,
      ),
    ].map(([, element, attributes]) => ({ file, element, attributes: attributes! })),
  )
  expect(fields.length).toBeGreaterThan(5)
  for (const { file, element, attributes } of fields) {
    expect(element, file).toBe('TextField')
    expect(attributes, file).toMatch(/showLabel=|\{\.\.\.eye\}/)
    expect(attributes, file).toMatch(/autoComplete=/)
  }
  const plain = listSources('apps/web/src').filter((file) =>
    /name="password|text\('password/.test(readText(file)),
  )
  expect(plain.filter((file) => !/type="password"|<NewPasswordFields/.test(readText(file)))).toEqual([])
})
