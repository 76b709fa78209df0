import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { environment } from '../apps/server/src/environment.ts'
import { secretNames } from '../apps/server/src/read-setting-files.ts'
import { readText } from './documents/read-source.ts'
import { describeMissing } from './release/describe-missing.ts'

// What of deploy/container can be checked without a container engine.

interface Service {
  environment?: Record<string, string>
  volumes?: string[]
  secrets?: string[]
  read_only?: boolean
}
const compose = parse(readText('deploy/container/compose.yaml')) as {
  services: Record<'ohmstead' | 'database' | 'broker' | 'proxy', Service>
  volumes: Record<string, null>
  secrets: Record<string, { file: string }>
}
const services = Object.values(compose.services)
const program = readText('deploy/container/Containerfile')
const broker = readText('deploy/container/Containerfile.mosquitto')
const exists = (path: string) => existsSync(fileURLToPath(new URL(`../deploy/${path}`, import.meta.url)))

test('every setting of the image and of its service exists, and the service listens beyond itself', () => {
  const known = [...Object.keys(environment.shape), ...secretNames.map((name) => `${name}_FILE`)]
  const ofImage = Object.fromEntries(
    [...program.matchAll(/^(?:ENV)? +([A-Z_]+)=(\S+)/gm)].map(([, name, value]) => [name!, value!]),
  )
  const ofService = compose.services.ohmstead.environment!
  expect(
    [...Object.keys(ofImage), ...Object.keys(ofService)].filter((name) => !known.includes(name)),
  ).toEqual([])
  expect(ofImage).toMatchObject({ HOST: '0.0.0.0', METRICS_HOST: '0.0.0.0', DATA_DIR: '/var/lib/ohmstead' })
  const settings = Object.fromEntries(
    Object.entries({ ...ofImage, ...ofService })
      .filter(([name]) => !name.endsWith('_FILE'))
      .map(([name, value]) => [name, value.replace(/\$\{OHMSTEAD_NAME:-.*?\}/, 'ems.test')]),
  )
  const secrets = {
    ...{ DATABASE_URL: 'postgres://ohmstead:x@database/ohmstead', MQTT_PASSWORD: 'x' },
    SECRET_KEY: 'A'.repeat(43).concat('='),
  }
  expect(describeMissing({ ...settings, ...secrets })).toEqual([])
})

test('secrets and volumes are declared where they are used, and used where they are declared', () => {
  const used = new Set(services.flatMap(({ secrets = [] }) => secrets))
  expect([...used].sort()).toEqual(Object.keys(compose.secrets).sort())
  for (const { environment = {}, secrets = [] } of services)
    for (const [name, path] of Object.entries(environment))
      if (name.endsWith('_FILE')) expect(secrets.map((secret) => `/run/secrets/${secret}`)).toContain(path)
  expect(compose.services.broker.secrets).toContain(/\/run\/secrets\/([\w-]+)/.exec(broker)![1])
  const volumes = services.flatMap((service) => service.volumes ?? []).map((line) => line.split(':')[0]!)
  const named = volumes.filter((name) => !name.startsWith('.'))
  expect(named.sort()).toEqual(Object.keys(compose.volumes).sort())
  // Filled in by who runs it.
  const own = ['./certificates']
  for (const path of volumes.filter((name) => name.startsWith('.') && !own.includes(name)))
    expect(exists(`container/${path}`), path).toBe(true)
})

test('the images are made of files that exist, run as nobody in particular and hold no key', () => {
  for (const [, name] of broker.matchAll(/^COPY (\S+)/gm)) expect(exists(name!), name).toBe(true)
  expect(readText('tools/release/write-debian-package.ts')).toMatch(/`ohmstead_\$\{version\}_\$\{arch/)
  expect(program).toMatch(/^COPY ohmstead_\$\{VERSION\}_\$\{TARGETARCH\}\.deb /m)
  expect(program).toMatch(/^USER 10001/m)
  expect(program).toMatch(/&& rm -r .*\/etc\/ohmstead /)
  expect(compose.services.ohmstead.read_only).toBe(true)
  // What the broker's image turns on has to stand there, turned off.
  const conf = readText('deploy/mosquitto.conf')
  expect(conf).toContain('listener 1883 127.0.0.1\n')
  for (const name of ['listener 8883', 'certfile', 'keyfile', 'tls_version'])
    expect(conf).toContain(`#${name}`)
})
