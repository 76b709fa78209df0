import { describe, expect, it } from 'vitest'
import type { ForeignRequest } from '../adapter.ts'
import { createTrial } from '../adapter-trial.ts'
import { emoncms } from './emoncms.ts'
import { readBulk, readPost } from './read-inputs.ts'

const now = 1_767_225_600
const arrivedAt = now * 1000
const request = (more: Partial<ForeignRequest>): ForeignRequest => ({
  headers: {},
  query: {},
  body: '',
  ...more,
})
const [post] = emoncms.http!

const named = (fields: object) =>
  readPost(JSON.stringify(fields), arrivedAt)?.map(({ time, found }) => ({
    time,
    values: Object.fromEntries(found.map(({ name, text }) => [name, text])),
  }))
const bulk = (fields: object) =>
  readBulk(JSON.stringify(fields), arrivedAt)?.map(({ time, found }) => [
    time! / 1000 - now,
    ...found.map(({ name, text }) => `${name}=${text}`),
  ])

describe('input/post', () => {
  it.each([
    ['fulljson', { node: 'emontx', fulljson: '{"power1":100,"power2":"200.5"}' }],
    ['json without quotes', { node: 'emontx', json: '{power1:100,power2:200.5}' }],
    ['data', { node: 'emontx', data: '{"power1":100,"power2":200.5}' }],
  ])('takes %s', (_, fields) => {
    expect(named(fields)).toEqual([
      { time: null, values: { 'emontx/power1': '100', 'emontx/power2': '200.5' } },
    ])
  })

  it('names values of a list by their position, and a node that is not named 0', () => {
    expect(named({ csv: '100,200' })).toEqual([{ time: null, values: { '0/1': '100', '0/2': '200' } }])
  })

  it('takes the time of the request or of the JSON', () => {
    expect(named({ csv: '1', time: String(now - 60) })?.[0]?.time).toBe(arrivedAt - 60_000)
    expect(named({ fulljson: `{"a":1,"time":${now - 5}}` })).toEqual([
      { time: arrivedAt - 5000, values: { '0/a': '1' } },
    ])
  })
})

describe('input/bulk', () => {
  const data = (...starts: number[]) =>
    JSON.stringify(starts.map((start, index) => [start, 16 + index, 1137, 5]))

  it('counts its seconds from the last one, or as the request says', () => {
    expect(bulk({ data: data(0, 2, 4) })?.map(([time]) => time)).toEqual([-4, -2, 0])
    expect(bulk({ data: data(520, 530), sentat: '543' })?.map(([time]) => time)).toEqual([-23, -13])
    expect(bulk({ data: data(-10, -8), offset: '-10' })?.map(([time]) => time)).toEqual([0, 2])
    expect(bulk({ data: data(-10, -6), time: String(now - 100) })?.map(([time]) => time)).toEqual([
      -110, -106,
    ])
  })

  it('names values by their position, or as they are named', () => {
    expect(bulk({ data: '[[0,"house",1137,null,{"grid":250}]]' })).toEqual([
      [0, 'house/1=1137', 'house/2=null', 'house/grid=250'],
    ])
  })

  it.each(['', '[]', '{}', '[[0]]', '[["x",1,2]]', '[null,[0,1,2]]x'])('takes nothing of %j', (text) => {
    expect(readBulk(JSON.stringify({ data: text }), arrivedAt) ?? []).toEqual([])
  })
})

describe('Emoncms', () => {
  it('finds the key in the address, the form, or as a bearer', () => {
    expect(post!.findToken(request({ query: { apikey: 'a' } }))).toBe('a')
    expect(post!.findToken(request({ body: 'csv=1&apikey=b%20c' }))).toBe('b c')
    expect(post!.findToken(request({ headers: { authorization: 'Bearer d' } }))).toBe('d')
    expect(post!.findToken(request({ body: '%' }))).toBeNull()
  })

  it('notes each input as a source, and stores those that a person has mapped', () => {
    const mapping = [
      {
        ...{ source: 'emoncms/house/grid', device: 'grid', deviceName: 'Grid' },
        ...{ category: 'GRID' as const, metric: 'power' as const, factor: 1 },
      },
    ]
    const trial = createTrial(emoncms, { mapping })
    const message = post!.toMessage(request({ query: { node: 'house', fulljson: '{"grid":-250,"x":1}' } }))
    const { samples, sources } = trial.send(message!.path, message!.text)
    expect(samples).toEqual([{ ts: arrivedAt, values: { 'grid/power': -250 } }])
    expect(sources?.map(({ source }) => source)).toEqual(['emoncms/house/grid', 'emoncms/house/x'])
  })

  it('without values is refused', () => {
    expect(post!.toMessage(request({ query: { node: '1' } }))).toBeNull()
    expect(createTrial(emoncms).send('input/bulk', '{"data":"x"}').refused?.reason).toBe('malformed')
  })
})
