import { inSpan } from './trace.ts'

/** A request to another service, whose span names the service and its host alone: addresses may contain who is meant. */
export function fetchTraced(service: string, url: URL | string, init: RequestInit): Promise<Response> {
  const describe = () => ({
    name: `ask ${service}`,
    kind: 'client' as const,
    attributes: {
      'peer.service': service,
      'server.address': new URL(url).hostname,
      'http.request.method': init.method ?? 'GET',
    },
  })
  return inSpan(describe, async (span) => {
    const response = await fetch(url, init)
    span?.set({ 'http.response.status_code': response.status })
    if (response.status >= 500) span?.fail()
    return response
  })
}
