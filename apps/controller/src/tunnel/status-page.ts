import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a controller shows of itself to whoever stands before it, or comes through a tunnel. */
export interface PageFacts {
  serial: string
  kind: string
  software: string
  isOnline: boolean
  startedAt: number
  readAt: number
  values: Readonly<Record<string, unknown>>
}

const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Controller</title><link rel="stylesheet" href="/page.css"></head>
<body><main><h1 id="serial">Controller</h1><p id="state"></p>
<table><tbody id="values"></tbody></table></main><script src="/page.js"></script></body></html>`

const css = `:root{color-scheme:light dark;--line:#d9dcd5;--soft:#666c63;--back:#f6f7f4;--text:#1d211c}
@media(prefers-color-scheme:dark){:root{--line:#343834;--soft:#9aa297;--back:#151715;--text:#eceee9}}
body{margin:0;background:var(--back);color:var(--text);font:16px/1.5 system-ui,sans-serif}
main{max-width:38rem;margin:0 auto;padding:2rem 1rem}h1{font-size:1.4rem;margin:0}p{color:var(--soft);margin:.25rem 0 1.5rem}
table{width:100%;border-collapse:collapse}td{padding:.45rem 0;border-bottom:1px solid var(--line)}
td:last-child{text-align:right;font-variant-numeric:tabular-nums}`

const js = `const ago = (ms) => ms < 90000 ? Math.round(ms / 1000) + ' s' : ms < 5400000 ? Math.round(ms / 60000) + ' min'
  : Math.round(ms / 3600000) + ' h'
async function show() {
  const facts = await (await fetch('/status.json')).json()
  document.title = facts.serial
  document.getElementById('serial').textContent = facts.serial
  document.getElementById('state').textContent = [facts.kind, facts.software,
    facts.isOnline ? 'cloud connected' : 'cloud not connected', 'running for ' + ago(facts.now - facts.startedAt)].join(' · ')
  const rows = Object.entries(facts.values).sort().map(([name, value]) => {
    const row = document.createElement('tr')
    for (const text of [name, typeof value === 'number' ? Math.round(value * 100) / 100 : String(value)])
      row.appendChild(document.createElement('td')).textContent = text
    return row
  })
  document.getElementById('values').replaceChildren(...rows)
}
show(); setInterval(() => show().catch(() => {}), 5000)`

/** On this machine only, at any free port unless one is given. */
export async function startStatusPage(
  find: () => PageFacts,
  port = 0,
): Promise<{ port: number; close(): Promise<void> }> {
  const files: Record<string, [type: string, body: () => string]> = {
    '/': ['text/html; charset=utf-8', () => html],
    '/page.css': ['text/css; charset=utf-8', () => css],
    '/page.js': ['text/javascript; charset=utf-8', () => js],
    '/status.json': ['application/json', () => JSON.stringify({ ...find(), now: Date.now() })],
  }
  const server: Server = createServer((request, response) => {
    const file = request.method === 'GET' ? files[request.url ?? ''] : undefined
    if (!file) {
      response.writeHead(404, { 'content-length': 0 }).end()
      return
    }
    response.writeHead(200, { 'content-type': file[0], 'cache-control': 'no-cache' }).end(file[1]())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve())
  })
  server.unref()
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
