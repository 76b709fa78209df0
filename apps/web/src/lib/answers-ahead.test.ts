import { afterEach, describe, expect, it, vi } from 'vitest'
import { dropAnswersAhead, keepAnswersAhead, takeAnswerAhead } from './answers-ahead.ts'
import { send } from './send.ts'

const url = '/api/locations/7'
const answered = () => Promise.resolve(new Response('ahead'))

describe('an answer that was asked for before the application was there', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
    dropAnswersAhead()
  })
  const young = () => vi.spyOn(performance, 'now').mockReturnValue(900)

  it('is used for the first call of its address, and only for that', async () => {
    young()
    const fetch = vi.fn(async () => new Response('asked'))
    vi.stubGlobal('fetch', fetch)
    keepAnswersAhead({ [url]: answered() })
    const read = async () => (await send(url, { method: 'GET' }, 'read')).text()
    expect(await read()).toBe('ahead')
    expect(fetch).not.toHaveBeenCalled()
    expect(await read()).toBe('asked')
  })

  it('is not the answer to a change of the same address', async () => {
    young()
    vi.stubGlobal('fetch', async () => new Response('changed'))
    keepAnswersAhead({ [url]: answered() })
    expect(await (await send(url, { method: 'PUT' }, 'change')).text()).toBe('changed')
  })

  it('is too old once the page has been open for a while', () => {
    keepAnswersAhead({ [url]: answered() })
    vi.spyOn(performance, 'now').mockReturnValue(10_001)
    expect(takeAnswerAhead(url)).toBeUndefined()
  })

  it('is forgotten with the person who was signed in', () => {
    young()
    keepAnswersAhead({ [url]: answered() })
    dropAnswersAhead()
    expect(takeAnswerAhead(url)).toBeUndefined()
  })

  it('fails as a call does whose answer never came', async () => {
    young()
    keepAnswersAhead({ [url]: Promise.reject(new TypeError('network')) })
    await expect(send(url, { method: 'GET' }, 'read')).rejects.toMatchObject({ code: 'offline' })
  })

  it('is no longer awaited when whoever asked has left', async () => {
    young()
    keepAnswersAhead({ [url]: new Promise(() => {}) })
    const leaving = new AbortController()
    const asked = send(url, { method: 'GET', signal: leaving.signal }, 'read')
    leaving.abort(new Error('left'))
    await expect(asked).rejects.toThrow('left')
  })
})
