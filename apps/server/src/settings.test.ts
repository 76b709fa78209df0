import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { secretNames } from './read-setting-files.ts'
import { readSettings } from './settings.ts'
import { SettingsError } from './settings-error.ts'
import { makeAuthority } from './testing/make-certificates.ts'

describe('settings', () => {
  test('an empty environment gives the embedded default on loopback', () => {
    const settings = readSettings({})
    expect(settings).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      publicUrl: 'http://127.0.0.1:8080',
      databaseUrl: null,
      mqttUrls: [],
      mqttPort: 1883,
      demo: false,
      demoHistoryDays: 399,
    })
  })

  test('an empty variable counts as not set', () => {
    expect(readSettings({ DATABASE_URL: '', PORT: '' })).toMatchObject({ databaseUrl: null, port: 8080 })
  })

  test.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['MQTT_URL', 'http://localhost'],
    ['DEMO', 'yes please'],
    ['DEMO_HISTORY_DAYS', '400'],
    ['LOG_LEVEL', 'loud'],
    ['PUBLIC_URL', 'not an address'],
  ])('a wrong %s (%s) is refused in one line that names it', (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(SettingsError)
    expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`^Wrong setting\\. ${name}: [^\\n]+$`))
  })

  test.each([
    ['PORT', 'eighty', 'must be a whole number from 0 to 65535'],
    ['DATABASE_POOL', '1', 'must be a whole number from 2 to 200'],
    ['PUBLIC_URL', 'cloud.example', 'must start with http:// or https://'],
    ['SECRET_KEY', 'abc', 'must be 32 random bytes in base64'],
  ])('for %s=%s the line says once what it must be', (name, value, wanted) => {
    expect(() => readSettings({ [name]: value })).toThrow(
      new SettingsError(`Wrong setting. ${name}: ${wanted}`),
    )
  })

  test('tiles of maps need a pattern', () => {
    const url = 'https://tiles.example/{z}/{x}/{y}.png'
    expect(readSettings({ MAP_TILES_URL: url }).mapTiles).toEqual({ url, attribution: '' })
    expect(readSettings({}).mapTiles).toBeNull()
    for (const wrong of ['https://tiles.example/', url.replace('https', 'http'), `${url} and more`])
      expect(() => readSettings({ MAP_TILES_URL: wrong })).toThrow('MAP_TILES_URL')
  })

  test('the demo with its public passwords refuses any address but loopback', () => {
    expect(readSettings({ DEMO: '1', HOST: '::1' }).publicUrl).toBe('http://[::1]:8080')
    expect(readSettings({ DEMO: '1', PUBLIC_URL: 'http://localhost:8080' }).demo).toBe(true)
    for (const host of ['0.0.0.0', '::', '192.0.2.1', '::ffff:192.0.2.1', 'cloud.example']) {
      expect(() => readSettings({ DEMO: '1', HOST: host }), host).toThrow(/^Wrong setting\. HOST: /)
      const url = `http://${host.includes(':') ? `[${host}]` : host}:8080`
      expect(() => readSettings({ DEMO: '1', PUBLIC_URL: url }), url).toThrow(/^Wrong setting\. PUBLIC_URL: /)
    }
  })

  test.each(['0.0.0.0', '::'])('HOST=%s needs an address for links in mails', (host) => {
    expect(() => readSettings({ HOST: host })).toThrow(/^Wrong setting\. PUBLIC_URL: /)
    expect(readSettings({ HOST: host, PUBLIC_URL: 'https://cloud.example' }).host).toBe(host)
  })

  test.each([
    ['HOST', '0.0.0.0'],
    ['HOST', '127.0.0.1.example.com'],
    ['MQTT_HOST', '::'],
    ['METRICS_HOST', '0.0.0.0'],
    ['PUBLIC_URL', 'https://cloud.example'],
    ['TRUST_PROXY', '1'],
    ['MQTT_URL', 'mqtt://127.0.0.1'],
  ])('the demo refuses %s=%s in one line that names the command for others', (name, value) => {
    const read = () => readSettings({ DEMO: '1', [name]: value })
    expect(read).toThrow(SettingsError)
    expect(read).toThrow(new RegExp(`^Wrong setting\\. ${name}: [^\\n]*npm run serve[^\\n]*$`))
    expect(readSettings({ PUBLIC_URL: 'https://cloud.example', [name]: value }).demo).toBe(false)
  })
})

describe('secrets', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ohmstead-settings-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const fileWith = (text: string) => {
    const path = join(folder, `${text.length}`)
    writeFileSync(path, text)
    return path
  }
  const key = Buffer.alloc(32, 1).toString('base64')

  test('come from the environment or from a file, whose trailing line ending is ignored', () => {
    const inFile = { MQTT_PASSWORD_FILE: fileWith('hush, now\n'), SECRET_KEY_FILE: fileWith(`${key}\r\n`) }
    expect(readSettings(inFile)).toEqual(readSettings({ MQTT_PASSWORD: 'hush, now', SECRET_KEY: key }))
    expect(readSettings(inFile).secretKey).toEqual(Buffer.alloc(32, 1))
  })

  test.each(secretNames)('%s is refused if its file is given as well', (name) => {
    const both = { [name]: 'given', [`${name}_FILE`]: fileWith('kept') }
    expect(() => readSettings(both)).toThrow(`Wrong setting. ${name}, ${name}_FILE: give one of them`)
  })

  test.each(secretNames)('a missing or empty file of %s is named in one line', (name) => {
    const missing = { [`${name}_FILE`]: join(folder, 'none') }
    expect(() => readSettings(missing)).toThrow(new RegExp(`^Wrong setting\\. ${name}_FILE: [^\\n]*ENOENT`))
    const empty = { [`${name}_FILE`]: fileWith('\n') }
    expect(() => readSettings(empty)).toThrow(new RegExp(`^Wrong setting\\. ${name}_FILE: [^\\n]*empty`))
  })

  test('the content of a file is never shown', () => {
    const wrong = { DATABASE_URL_FILE: fileWith('mysql://ana:very-secret@localhost/x') }
    expect(() => readSettings(wrong)).toThrow(/^Wrong setting\. DATABASE_URL_FILE: must start with/)
    expect(() => readSettings(wrong)).not.toThrow(/very-secret/)
  })

  test('PostgreSQL needs a key, and the refusal says how to create one or where it is', () => {
    const url = { DATABASE_URL: 'postgres://ana@localhost/x' }
    const none = { ...url, DATA_DIR: join(folder, 'none') }
    expect(() => readSettings(none)).toThrow(
      /^Wrong setting\. SECRET_KEY: needed with DATABASE_URL.*randomBytes\(32\)/,
    )
    writeFileSync(join(folder, 'secret.key'), 'bytes')
    expect(() => readSettings({ ...url, DATA_DIR: folder })).toThrow(
      /A new one: node -p .*used so far: base64 .*secret\.key/,
    )
    expect(readSettings({ ...none, SECRET_KEY: key }).databaseUrl).toBe(url.DATABASE_URL)
  })

  test('former keys are a list, separated by commas or lines', () => {
    const other = Buffer.alloc(32, 2).toString('base64')
    const both = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
    expect(readSettings({ SECRET_KEY_OLD: `${key}, ${other}` }).secretKeyOld).toEqual(both)
    expect(readSettings({ SECRET_KEY_OLD_FILE: fileWith(`${key}\n${other}\n`) }).secretKeyOld).toEqual(both)
  })

  test('a key has 32 bytes, not 31', () => {
    expect(() => readSettings({ SECRET_KEY: Buffer.alloc(31).toString('base64') })).toThrow(/^Wrong setting/)
  })

  test('certificates for the broker are read at start-up, and need an address that uses them', () => {
    const [ca, cert, secret] = ['ca', 'cert!', 'secret!'].map(fileWith)
    const files = { MQTT_CA_FILE: ca, MQTT_CERT_FILE: cert, MQTT_KEY_FILE: secret }
    const settings = readSettings({ MQTT_URL: 'mqtts://broker', ...files })
    expect(settings.mqttTls).toEqual({ ca: 'ca', cert: 'cert!', key: 'secret!' })
    expect(() => readSettings({ MQTT_URL: 'mqtt://broker', ...files })).toThrow(/MQTT_URL/)
    expect(() => readSettings({ MQTT_URL: 'mqtts://broker', MQTT_CERT_FILE: cert })).toThrow(/MQTT_KEY_FILE/)
    expect(() => readSettings({ MQTT_URL: 'mqtts://broker', MQTT_CA_FILE: join(folder, 'none') })).toThrow(
      /^Wrong setting\. MQTT_CA_FILE: .*ENOENT/,
    )
  })

  test('TLS of the embedded broker needs files that belong together', () => {
    const authority = makeAuthority(folder, 'controllers')
    const [own, other] = [authority.sign('localhost'), authority.sign('other')]
    const files = { MQTT_TLS_CERT_FILE: own.cert, MQTT_TLS_KEY_FILE: own.key }
    const tls = (more: Record<string, string>) => readSettings({ ...files, ...more }).mqttTlsListener
    expect(readSettings({}).mqttTlsListener).toBeNull()
    expect(tls({ MQTT_TLS_HOST: '0.0.0.0' })).toMatchObject({
      host: '0.0.0.0',
      port: 8883,
      clientCaFile: null,
    })
    expect(tls({ MQTT_TLS_CLIENT_CA_FILE: own.ca })).toMatchObject({
      clientCaFile: own.ca,
      clientCertificates: 'optional',
    })
    const off = { MQTT_TLS_CLIENT_CA_FILE: own.ca, MQTT_TLS_CLIENT_CERTIFICATES: 'off' }
    expect(tls(off)?.clientCaFile).toBeNull()
    const tunnel = { PUBLIC_URL: 'https://cloud.example', TUNNEL_URL: 'https://devices.example' }
    expect(() => tls({ ...tunnel, TUNNEL_SSH_PORT: '8883' })).toThrow(/not be the port in MQTT_TLS_PORT/)
    expect(() => readSettings({ MQTT_TLS_CERT_FILE: own.cert })).toThrow(/MQTT_TLS_KEY_FILE: needed/)
    expect(() => readSettings({ MQTT_TLS_CLIENT_CA_FILE: own.ca })).toThrow(/MQTT_TLS_CERT_FILE: needed/)
    expect(() => tls({ MQTT_TLS_CLIENT_CERTIFICATES: 'required' })).toThrow(/MQTT_TLS_CLIENT_CA_FILE: needed/)
    expect(() => tls({ MQTT_TLS_KEY_FILE: other.key })).toThrow(/MQTT_TLS_KEY_FILE: .*key values mismatch/)
    expect(() => tls({ MQTT_TLS_KEY_FILE: join(folder, 'none') })).toThrow(/MQTT_TLS_KEY_FILE: .*ENOENT/)
    expect(() => tls({ MQTT_TLS_CLIENT_CA_FILE: fileWith('no CA') })).toThrow(/cannot be used together/)
    expect(() => tls({ MQTT_URL: 'mqtts://broker' })).toThrow(/has a certificate of its own/)
    expect(() => tls({ DEMO: '1', MQTT_TLS_HOST: '0.0.0.0' })).toThrow(/MQTT_TLS_HOST: the demo/)
  })

  test('the accounts of RabbitMQ are managed by the cloud’s own account there, or by another', () => {
    const broker = { MQTT_URL: 'mqtt://broker', MQTT_USERNAME: 'cloud', MQTT_PASSWORD: 'own' }
    const [RABBITMQ_API_URL, urls] = ['http://a:15672, http://b:15672', ['http://a:15672', 'http://b:15672']]
    const rabbitApi = (more: Record<string, string>) => readSettings({ RABBITMQ_API_URL, ...more }).rabbitApi
    expect(readSettings(broker).rabbitApi).toBeNull()
    expect(rabbitApi(broker)).toEqual({ urls, username: 'cloud', password: 'own' })
    const other = { RABBITMQ_API_USERNAME: 'admin', RABBITMQ_API_PASSWORD: 'other' }
    expect(rabbitApi({ ...broker, ...other })).toEqual({ urls, username: 'admin', password: 'other' })
    expect(() => rabbitApi({})).toThrow(/^Wrong setting\. MQTT_URL/)
    expect(() => rabbitApi({ MQTT_URL: 'mqtt://broker' })).toThrow(/RABBITMQ_API_USERNAME/)
    expect(() => rabbitApi({ ...broker, RABBITMQ_API_USERNAME: 'admin' })).toThrow(/RABBITMQ_API_PASSWORD/)
  })
})

describe('every setting is read', () => {
  /** Whether the code uses a setting: a comment, a type or a name that is only destructured does not count. */
  function isRead(name: string, text: string): boolean {
    const typed = text.replace(/\/\*[\s\S]*?\*\//g, ' ').replace(/(^|[^:'"`])\/\/.*$/gm, '$1')
    const code = stripTypeScriptTypes(typed)
    if (new RegExp(`\\bsettings\\??\\.${name}\\b`).test(code)) return true
    const taken = typed.matchAll(/\{([^{}]*)\}(?: = (?:\w+\.)*settings\b|: [^)=]*Settings\b)/g)
    return [...taken].some(([, names]) => {
      const [, local] = new RegExp(`(?:^|,)\\s*${name}\\b(?:\\s*:\\s*(\\w+))?`).exec(names!) ?? [null]
      if (local === null) return false
      // Where it is destructured, and used once more; a spread has dots before it, too.
      return (code.match(new RegExp(`(?<!(?<!\\.\\.)\\.)\\b${local ?? name}\\b`, 'g'))?.length ?? 0) >= 2
    })
  }

  test.each([
    ['used', 'listen(deps.settings.port)', true],
    ['taken and used', 'const { host, port } = deps.settings; listen(port)', true],
    ['taken by another name and used', 'const { port: number } = settings; listen(number)', true],
    ['taken as an argument and used', 'const open = ({ port }: Pick<Settings, "port">) => [...port]', true],
    ['taken and not used', 'const { host, port } = settings; listen(host)', false],
    ['taken by another name and not used', 'const { port: number } = settings; port()', false],
    ['named in a comment', '// settings.port\n/* const { port } = settings; port */', false],
    ['named in a type', 'type Wanted = Pick<Settings, "port">; let it: typeof settings.port', false],
    ['called the same as something else', 'const { port } = server.address(); listen(port)', false],
  ])('where it is %s', (_, text, expected) => expect(isRead('port', text)).toBe(expected))

  test('somewhere: no setting is without effect', () => {
    const root = fileURLToPath(new URL('.', import.meta.url))
    const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !/\.test\.|^testing|^settings\.ts$|-test-kit\.ts$/.test(name))
      .map((name) => readFileSync(join(root, name), 'utf8'))
      .filter((text) => /settings/i.test(text))
    const names = Object.keys(readSettings({}))
    expect(names.length).toBeGreaterThan(30)
    const unread = names.filter((name) => !sources.some((text) => text.includes(name) && isRead(name, text)))
    expect(unread).toEqual([])
  })
})
