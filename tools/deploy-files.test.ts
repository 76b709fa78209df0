import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { adapters } from '@ohmstead/adapters/all-adapters'
import { allEndpoints } from '@ohmstead/contract/all-endpoints'
import { backupLimits } from '@ohmstead/contract/backups'
import { linkLimits } from '@ohmstead/contract/controller-messages'
import { expect, test } from 'vitest'
import { environment } from '../apps/server/src/environment.ts'
import { secretNames } from '../apps/server/src/read-setting-files.ts'
import { readSettings } from '../apps/server/src/settings.ts'
import { readText } from './documents/read-source.ts'

// The files of deploy/ and the runbook that installs them fit the program and each other.

const file = (name: string) => readText(`deploy/${name}`)
/** Without comment lines, or commented-out settings. */
const withoutComments = (text: string) => text.replace(/^\s*#.*$/gm, '')
const conf = (name: string) => withoutComments(file(name))
const production = readText('docs/runbooks/production.md')
const env = Object.fromEntries(
  conf('ohmstead.env')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]),
)
const defaults = readSettings({})

/** The only occurrence of a text, so that no second one can differ. */
function findOne(text: string, pattern: RegExp): string {
  const found = [...text.matchAll(new RegExp(pattern, 'gm'))].map(([, value]) => value!)
  expect(new Set(found), String(pattern)).toHaveLength(1)
  return found[0]!
}

test('every setting of the service exists in the server, including commented-out ones', () => {
  const ofNode = ['NODE_EXTRA_CA_CERTS']
  const known = [...Object.keys(environment.shape), ...secretNames.map((name) => `${name}_FILE`), ...ofNode]
  const named = [...file('ohmstead.env').matchAll(/^#?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name!)
  expect(named.length).toBeGreaterThan(8)
  expect(named.filter((name) => !known.includes(name))).toEqual([])
  const inRunbook = [...production.matchAll(/`([A-Z]+(?:_[A-Z]+)+)(?:=[^`]*)?`/g)].map(([, name]) => name!)
  expect(inRunbook.filter((name) => !known.includes(name))).toEqual([])
})

test('the server accepts them, behind one proxy and on loopback', () => {
  const secrets = {
    DATABASE_URL: 'postgres://ohmstead:x@127.0.0.1/ohmstead',
    SECRET_KEY: 'A'.repeat(43).concat('='),
  }
  const given = Object.fromEntries(Object.entries(env).filter(([name]) => !name.endsWith('_FILE')))
  const settings = readSettings({ ...given, ...secrets })
  expect(settings).toMatchObject({ host: '127.0.0.1', mqttHost: '127.0.0.1', trustProxy: 1, demo: false })
  expect(settings.publicUrl).toMatch(/^https:/)
  // Read by both systemd and a shell.
  for (const value of Object.values(env)) expect(value).toMatch(/^[\w.:/@-]+$/)
})

test('ports are the defaults, and the proxy leads to them', () => {
  expect([Number(env.PORT), Number(env.MQTT_PORT), Number(env.METRICS_PORT)]).toEqual([
    defaults.port,
    defaults.mqttPort,
    defaults.metricsPort,
  ])
  expect(findOne(conf('nginx-web.conf'), /server 127\.0\.0\.1:(\d+)/)).toBe(env.PORT)
  expect(findOne(conf('nginx-mqtt.conf'), /server 127\.0\.0\.1:(\d+)/)).toBe(env.MQTT_PORT)
  expect(findOne(conf('rabbitmq/rabbitmq.conf'), /^mqtt.listeners.tcp.default = 127\.0\.0\.1:(\d+)$/)).toBe(
    env.MQTT_PORT,
  )
  expect(findOne(conf('mosquitto.conf'), /^listener (\d+) 127\.0\.0\.1$/)).toBe(env.MQTT_PORT)
  const outside = new URL(env.MQTT_PUBLIC_URL!.replace('mqtts:', 'https:')).port
  expect(findOne(conf('nginx-mqtt.conf'), /listen (?:\[::\]:)?(\d+) ssl;/)).toBe(outside)
  expect(production).toContain(`Open ports 80, 443 and ${outside} to the world`)
  expect(production).toContain(`not ${env.PORT}, ${env.MQTT_PORT}, 5432 or ${env.METRICS_PORT}`)
  expect(production).toContain(`http://127.0.0.1:${env.METRICS_PORT}/metrics`)
})

test('every file named in the runbooks exists, and each existing one is named', () => {
  const others = ['controller-link.md', 'runbooks/scale-out.md', 'runbooks/replicated-broker.md']
  const guides = [production, ...others.map((name) => readText(`docs/${name}`))]
  const named = new Set(
    guides.flatMap((text) =>
      [...text.matchAll(/(?:deploy\/|^cp (?!deploy))([\w.-]*\w)/gm)].map(([, name]) => name!),
    ),
  )
  const there = readdirSync(fileURLToPath(new URL('../deploy', import.meta.url)))
  // Parts of the package, which puts them where they belong.
  const inPackage = ['debian', 'ohmstead.env', 'ohmstead.service']
  expect([...named, ...inPackage].sort()).toEqual(there.sort())
})

test('the steps put each file where the others expect it', () => {
  const environmentFile = findOne(conf('ohmstead.service'), /^EnvironmentFile=(.+)$/)
  expect(production).toContain(`\`${environmentFile}\``)
  expect(conf('debian/ohmstead')).toContain(`settings=${environmentFile}\n`)
  expect(readText('tools/release/write-debian-package.ts')).toContain(`put('${environmentFile.slice(1)}'`)
  for (const name of ['nginx-web.conf', 'nginx-mqtt.conf']) {
    const senders = findOne(conf(name), /^ *include (.+);$/)
    expect(production).toContain(`cp nginx-senders.conf ${senders}\n`)
  }
  expect(production).toContain(`> ${env.DATABASE_URL_FILE}\n`)
  for (const path of [env.DATABASE_URL_FILE, env.SECRET_KEY_FILE])
    expect(file('debian/postinst')).toContain(path!.split('/').at(-1))
  expect(file('debian/postinst')).toContain(`--home ${env.DATA_DIR} `)
  expect(`/var/lib/${findOne(conf('ohmstead.service'), /^StateDirectory=(.+)$/)}`).toBe(env.DATA_DIR)
  expect(findOne(conf('ohmstead.service'), /^ExecStart=(.+)$/)).toBe('/usr/lib/ohmstead/bin/ohmstead serve')
  expect(conf('debian/ohmstead')).toContain('program=/usr/lib/ohmstead/bin/ohmstead\n')
})

test('the certificate is that of a public authority for one host name, which has nothing else on it', () => {
  const host = new URL(env.PUBLIC_URL!).hostname
  expect(production).toMatch(new RegExp(`^certbot certonly .*-d ${host} `, 'm'))
  const certificate = `/etc/letsencrypt/live/${host}`
  for (const name of ['nginx-web.conf', 'nginx-mqtt.conf']) {
    expect(findOne(conf(name), /ssl_certificate (.+);/)).toBe(`${certificate}/fullchain.pem`)
    expect(findOne(conf(name), /ssl_certificate_key (.+);/)).toBe(`${certificate}/privkey.pem`)
  }
  expect(findOne(conf('nginx-web.conf'), /server_name (.+);/)).toBe(host)
  // MQTT over WebSocket too, whose clients are no browsers with cookies.
  const targets = [...conf('nginx-web.conf').matchAll(/proxy_pass (.+);/g)].map(([, target]) => target)
  expect([...new Set(targets)].sort()).toEqual(['http://ohmstead'])
  expect(new URL(env.MQTT_PUBLIC_URL!.replace('mqtts:', 'https:')).hostname).toBe(host)
})

/** What nginx does with a path: an exact location, or the first pattern that fits, or the longest beginning. */
function findLocation(path: string): string {
  const found = [
    ...conf('nginx-web.conf').matchAll(/^ {2}location (?:([=~]) )?(\S+) \{\n([\s\S]*?)^ {2}\}/gm),
  ]
  const all = found.map(([, sign, name = '', body = '']) => ({ sign, name, body })).slice(2)
  const longest = all
    .filter(({ sign, name }) => sign === undefined && path.startsWith(name))
    .sort((a, b) => b.name.length - a.name.length)[0]
  const fits = all.find(({ sign, name }) => sign === '~' && new RegExp(name).test(path))
  return (all.find(({ sign, name }) => sign === '=' && name === path) ?? fits ?? longest)!.body
}

test('bodies pass the proxy up to the size that the server accepts, and no others', () => {
  const mostOf = (path: string) =>
    Number(/client_max_body_size (\d+)m;/.exec(findLocation(path))?.[1] ?? 1) * 2 ** 20
  const files = allEndpoints.flatMap(({ file: of, path }) =>
    of ? [{ path: `/api${path.replace(/:\w+/g, '1')}`, maxBytes: of.maxBytes }] : [],
  )
  files.push({ path: '/link/v1/AAAA-BBBB-CCCC-DDDD/backups/token', maxBytes: backupLimits.maxBytes })
  expect(files.length).toBeGreaterThan(2)
  for (const { path, maxBytes } of files) expect(mostOf(path), path).toBeGreaterThanOrEqual(maxBytes)
  for (const path of ['/api/auth/login', '/link/v1/AAAA-BBBB-CCCC-DDDD/data', '/ddi/x'])
    expect(mostOf(path), path).toBe(2 ** 20)
})

test('controller software passes the proxy without a copy on its disk, and its tokens not in clear', () => {
  expect(findLocation('/ddi/x/controller/v1/A/softwaremodules/1/artifacts/a.swu')).toContain(
    'proxy_buffering off;',
  )
  expect(conf('nginx-web.conf')).toMatch(/location ~ \^\/\(api\|link\|ddi\|/)
  expect(conf('Caddyfile')).toMatch(/@calls path .*\/ddi\/\*/)
})

test('the man page has each command that the tools list', () => {
  const man = file('debian/ohmstead.8').replaceAll('\\-', '-')
  const inMan = [...man.matchAll(/^\.B[IR]? "?((?:admin|data|db) [a-z-]+)/gm)].map(([, command]) => command!)
  const listed = ['admin', 'data', 'db'].flatMap((tool) =>
    [...readText(`tools/${tool}.ts`).matchAll(/^ {2}\$\{\w+\}([a-z-]+)/gm)].map(
      ([, command]) => `${tool} ${command}`,
    ),
  )
  expect(listed.length).toBeGreaterThan(10)
  expect(inMan.sort()).toEqual(listed.sort())
})

test('a broker takes no message that could fill the memory of those who read it, and leaves refusing to the cloud', () => {
  const most = Number(findOne(conf('rabbitmq/rabbitmq.conf'), /^max_message_size = (\d+)$/))
  expect(most).toBeGreaterThan(4 * linkLimits.maximumBytes)
  expect(most).toBeLessThanOrEqual(4 * 2 ** 20)
  expect(findOne(conf('mosquitto.conf'), /^message_size_limit (\d+)$/)).toBe(`${linkLimits.maximumBytes}`)
})

test('what names a request and its trace in the log comes from the proxy, never from a caller', () => {
  const nginx = conf('nginx-web.conf')
  expect(nginx).toMatch(/proxy_set_header X-Request-Id \$request_id;/)
  for (const name of ['traceparent', 'tracestate']) expect(nginx).toContain(`proxy_set_header ${name} "";`)
  const caddy = conf('Caddyfile')
  expect(caddy).toContain('header_up X-Request-Id {http.request.uuid}')
  for (const name of ['Traceparent', 'Tracestate']) expect(caddy).toContain(`header_up -${name}`)
})

test('a token in an address is written into no log, and answered in clear with a refusal', () => {
  const nginx = conf('nginx-web.conf')
  const inAddress = adapters.flatMap(({ webSocket, http = [] }) => [
    ...(webSocket?.secret === 'path' ? [webSocket.path] : []),
    ...http
      .filter(({ findToken }) => findToken({ headers: {}, query: { apikey: 'a' }, body: '' }) !== null)
      .map(({ path }) => path),
  ])
  expect(inAddress.length).toBeGreaterThan(1)
  const quiet = [...nginx.matchAll(/location ~ (\S+) \{\s+access_log off;\s+error_log \/dev\/null crit;/g)]
  const refused = findOne(
    nginx,
    /location ~ (\S+) \{\s+access_log off;\s+default_type text\/plain;\s+return 403/,
  )
  const caddy = findOne(conf('Caddyfile'), /@calls path (.+)/).split(' ')
  for (const path of inAddress) {
    expect(quiet.some(([, pattern]) => new RegExp(pattern!).test(path))).toBe(true)
    expect(new RegExp(refused).test(path)).toBe(true)
    expect(caddy.some((prefix) => path.startsWith(prefix.replace('*', '')))).toBe(true)
  }
})
