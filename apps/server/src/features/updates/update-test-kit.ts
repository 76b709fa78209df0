import type { TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import type { TestController } from '../link/link-test-kit.ts'

/** Uploads an image in its pieces and has it checked. */
export async function uploadSoftware(
  client: TestClient,
  url: string,
  content: Buffer,
  name = 'software.swu',
) {
  const begun = await client.call('POST /software-images', {
    body: { name, kind: 'CONTROLLER', size: content.length },
  })
  const { id, piece_bytes: size } = begun.data
  for (let position = 0; position * size < content.length; position++)
    await putPiece(client, url, id, position, content.subarray(position * size, (position + 1) * size))
  const checked = await client.call('POST /software-images/:imageId/check', { params: { imageId: id } })
  return { id, ...checked.data }
}

export function putPiece(client: TestClient, url: string, imageId: number, position: number, body: Buffer) {
  return fetch(`${url}/api/software-images/${imageId}/pieces/${position}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream', cookie: client.cookie },
    body: new Uint8Array(body),
  })
}

/** A device that speaks DDI as SWUpdate does. */
export function createDevice(
  server: Pick<TestServer, 'url'>,
  controller: Pick<TestController, 'serial' | 'token'>,
) {
  const base = `${server.url}/ddi/ohmstead/controller/v1/${controller.serial}`
  const headers = { authorization: `TargetToken ${controller.token}` }
  const ask = (address: string, init: RequestInit = {}) =>
    fetch(address, { ...init, headers: { ...headers, ...init.headers } })
  const send = (address: string, body: object, method = 'POST') =>
    ask(address, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  return {
    base,
    ask,
    send,
    /** What it is told, by the names of the links. */
    async poll(): Promise<{ sleep: string; links: Record<string, { href: string }> }> {
      const answer = await ask(base)
      if (!answer.ok) throw new Error(`polling answered ${answer.status}`)
      const { config, _links } = (await answer.json()) as {
        config: { polling: { sleep: string } }
        _links: Record<string, { href: string }>
      }
      return { sleep: config.polling.sleep, links: _links }
    },
    report(
      actionId: number | string,
      execution: string,
      finished = 'none',
      details: unknown = [],
      progress?: object,
    ) {
      const status = { execution, result: { finished, ...(progress && { progress }) }, details }
      const body = { id: Number(actionId), time: '20261128T101112', status }
      return send(`${base}/deploymentBase/${actionId}/feedback`, body)
    },
  }
}
