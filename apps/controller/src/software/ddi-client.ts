import { parseDdiDeployment, parseDdiPolled } from '@ohmstead/contract/ddi-answers'

export interface DdiAddress {
  url: string
  tenant: string
  token: string
}

const timeoutMs = 30_000
/** Answers that are no help, with what the cloud said. */
export class DdiError extends Error {
  readonly status: number

  constructor(status: number) {
    super(`the cloud answered ${status}`)
    this.status = status
  }
}

/** The device's side of hawkBit's DDI. The token goes to the cloud's own address only, and never along a redirection. */
export function createDdiClient({ url, tenant, token }: DdiAddress, serial: string, signal: AbortSignal) {
  const base = `${url.replace(/\/+$/, '')}/${encodeURIComponent(tenant)}/controller/v1/${serial}`

  async function ask(address: string, init: RequestInit = {}): Promise<Response> {
    if (new URL(address).origin !== new URL(base).origin) throw new Error('a link leads to another place')
    const headers = { authorization: `TargetToken ${token}`, ...init.headers }
    const answer = await fetch(address, {
      ...init,
      headers,
      redirect: 'error',
      signal: init.signal ?? AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    if (!answer.ok) {
      await answer.body?.cancel()
      throw new DdiError(answer.status)
    }
    return answer
  }

  const send = async (address: string, method: 'POST' | 'PUT', body: object) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await ask(address, { method, headers, body: JSON.stringify(body) })
    await answer.body?.cancel()
  }

  return {
    base,
    ask,
    send,
    poll: async () => parseDdiPolled(await (await ask(base)).json()),
    readDeployment: async (href: string) => parseDdiDeployment(await (await ask(href)).json()),
    report: (
      actionId: string,
      execution: 'proceeding' | 'download' | 'closed',
      finished: 'none' | 'success' | 'failure',
      { detail, percent }: { detail: string; percent?: number },
    ) => {
      const progress = percent === undefined ? {} : { progress: { of: 100, cnt: percent } }
      const status = { execution, result: { finished, ...progress }, details: [detail] }
      return send(`${base}/deploymentBase/${actionId}/feedback`, 'POST', { id: actionId, status })
    },
  }
}

export type DdiClient = ReturnType<typeof createDdiClient>

/** The time between polls that the cloud asks for; null for what is none. */
export function parseSleep(text: string | undefined): number | null {
  const found = /^(\d{1,2}):([0-5]\d):([0-5]\d)$/.exec(text ?? '')
  if (!found) return null
  const [hours, minutes, seconds] = found.slice(1).map(Number)
  return Math.max(1, hours! * 3600 + minutes! * 60 + seconds!) * 1000
}
