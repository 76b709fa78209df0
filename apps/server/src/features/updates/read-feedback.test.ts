import { expect, test } from 'vitest'
import { readFeedback } from './read-feedback.ts'

const read = (body: unknown) =>
  readFeedback(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)))
const status = (execution: string, more: object = {}) => ({
  id: 7,
  time: '20261128T101112',
  status: { execution, ...more },
})

test('what devices leave out or send in their own form is understood', () => {
  expect(read(status('proceeding'))).toEqual({
    execution: 'at_work',
    isSuccess: false,
    percent: null,
    detail: null,
  })
  expect(
    read(status('download', { result: { finished: 'none', progress: { of: 4, cnt: 3 } } }))?.percent,
  ).toBe(75)
  expect(read(status('proceeding', { result: { progress: 40 } }))?.percent).toBe(40)
  expect(read(status('proceeding', { result: { progress: { of: 0, cnt: 0 } } }))?.percent).toBeNull()
  expect(read(status('closed', { result: { finished: 'success' }, details: 'Done' }))).toMatchObject({
    ...{ execution: 'closed', isSuccess: true, detail: 'Done' },
  })
  expect(read(status('closed', { result: { finished: 'failure' }, details: ['why', ' '] }))).toMatchObject({
    ...{ isSuccess: false, detail: 'why' },
  })
})

test('long words are cut, and what a terminal would run is taken out', () => {
  const { detail } = read(status('proceeding', { details: [`\u001b[31m${'x'.repeat(900)}`] }))!
  expect(detail).toHaveLength(500)
  expect(detail).not.toContain('\u001b')
})

test.each(['', 'null', '[]', '{"status":5}', '{"status":{"execution":{}}}', '{'])(
  '%s is no feedback',
  (body) => {
    expect(read(body)).toBeNull()
  },
)
