import { inSpan } from './trace.ts'

/** A question to another service, whose span names the service and its host alone: addresses may contain who is meant. */
export function askTraced(service: string, url: string, ask: () => Promise<Response>): Promise<Response> {
  const describe = () => ({
    name: `ask ${service}`,
    kind: 'client' as const,
    attributes: { 'peer.service': service, 'server.address': new URL(url).hostname },
  })
  return inSpan(describe, async (span) => {
    const response = await ask()
    span?.set({ 'http.response.status_code': response.status })
    if (response.status >= 500) span?.fail()
    return response
  })
}
