import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { expect, vi } from 'vitest'
import { makeAuthority } from '../../apps/server/src/testing/make-certificates.ts'
import { findFreePort } from '../../tools/test-run/free-port.ts'
import { findProgram } from '../../tools/test-run/system-packages.ts'

export interface TestNginx {
  /** Ports of this machine: plain HTTP and TLS pages, MQTT over TLS, and a bare `proxy_pass`. */
  ports: { clear: number; web: number; mqtt: number; bare: number }
  /** The self-signed certificate. */
  ca: string
  stop(): Promise<void>
}

const deploy = fileURLToPath(new URL('../../deploy/', import.meta.url))
// A separate package in Debian.
const streamModule = '/usr/lib/nginx/modules/ngx_stream_module.so'

/** A real nginx with the files that we ship, in which only ports and paths differ, before the servers at these ports. */
export async function startNginx(behind: {
  /** Of one process, or of several equal ones. */
  web: number | number[]
  mqtt: number
  bare: number
  /** A broker's MQTT over WebSocket. */
  webSocket?: number
}): Promise<TestNginx> {
  const folder = mkdtempSync(join(tmpdir(), 'ohmstead-nginx-'))
  const [clear, web, mqtt, bare] = await Promise.all([1, 2, 3, 4].map(findFreePort))
  const ports = { clear: clear!, web: web!, mqtt: mqtt!, bare: bare! }
  const { ca, cert, key } = makeAuthority(folder, 'authority').sign('proxy')

  function adapt(name: string, changes: [from: string, to: string][]): string {
    const path = join(folder, name)
    let text = readFileSync(join(deploy, name), 'utf8')
    for (const [from, to] of changes) {
      expect(text, name).toContain(from)
      text = text.replaceAll(from, to)
    }
    writeFileSync(path, text)
    return path
  }
  const senders = adapt('nginx-senders.conf', [])
  const shared: [string, string][] = [
    ['/etc/nginx/ohmstead-senders.conf', senders],
    ['/etc/letsencrypt/live/cloud.example/fullchain.pem', cert],
    ['/etc/letsencrypt/live/cloud.example/privkey.pem', key],
  ]
  const pages = adapt('nginx-web.conf', [
    ...shared,
    [
      'server 127.0.0.1:8080 fail_timeout=3s;',
      [behind.web]
        .flat()
        .map((port) => `server 127.0.0.1:${port} fail_timeout=3s;`)
        .join('\n'),
    ],
    ...(behind.webSocket === undefined
      ? []
      : ([
          [
            '    proxy_pass http://ohmstead;\n    #proxy_pass http://127.0.0.1:9001;',
            `    proxy_pass http://127.0.0.1:${behind.webSocket};`,
          ],
        ] satisfies [string, string][])),
    ['listen 80;', `listen 127.0.0.1:${ports.clear};`],
    ['listen [::]:80;', ''],
    ['listen 443 ', `listen 127.0.0.1:${ports.web} `],
    ['listen [::]:443 ssl http2;', ''],
  ])
  const controllers = adapt('nginx-mqtt.conf', [
    ...shared,
    ['server 127.0.0.1:1883;', `server 127.0.0.1:${behind.mqtt};`],
    ['listen 8883 ', `listen 127.0.0.1:${ports.mqtt} `],
    ['listen [::]:8883 ssl;', ''],
  ])
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  )
  const main = join(folder, 'nginx.conf')
  writeFileSync(
    main,
    `${existsSync(streamModule) ? `load_module ${streamModule};` : ''}
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off; worker_processes 1; pid ${join(folder, 'pid')};
    events { worker_connections 1024; }
    http {
      access_log off; ${temporary.join(' ')}
      include ${pages};
      server {
        listen 127.0.0.1:${ports.bare};
        # What it spoke by itself until 1.29.6.
        location / { proxy_http_version 1.0; proxy_pass http://127.0.0.1:${behind.bare}; }
      }
    }
    include ${controllers};`,
  )
  const nginx = spawn(findProgram('nginx')!, ['-p', folder, '-c', main, '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  nginx.stderr.on('data', (chunk) => {
    output += chunk
  })
  const ended = new Promise<void>((resolve) => nginx.once('close', () => resolve()))
  async function stop(): Promise<void> {
    nginx.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const isReady = () => {
    if (nginx.exitCode !== null) throw new Error(output)
    return canConnect(ports.mqtt)
  }
  await vi.waitUntil(isReady, { timeout: 30_000 }).catch(async (error) => {
    await stop()
    throw error
  })
  return { ports, ca: readFileSync(ca, 'utf8'), stop }
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
