import { linkLimits } from '@ohmstead/contract/controller-messages'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTrial } from './adapter-trial.ts'
import { adapters } from './all-adapters.ts'

const key = /^[A-Za-z0-9][\w.:-]{0,63}\/[A-Za-z0-9][\w.:-]{0,63}$/
const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`
const script = '<script>alert(1)</script>'

/** Words of the protocols, so that made-up messages get past the first check. */
const words = fc.constantFrom(
  ...['em:0', 'switch:1', 'params', 'result', 'id', 'method', 'NotifyFullStatus', 'config', 'src', 'ts'],
  ...['edgeConfig', 'timestampedData', 'components', 'factories', '_sum/GridActivePower', '1767225600000'],
  ...['N', 'abc', 'system', '0', 'Ac', 'Grid', 'L1', 'Power', 'value', '__proto__', 'constructor', script],
)
const values = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom<unknown>(
      null,
      true,
      '',
      'NaN',
      '12',
      1e300,
      -1,
      0,
      1e-9,
      '\ud800',
      script,
      'x'.repeat(300),
    ),
    words,
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(words, tie('any'), { maxKeys: 5 }),
  ),
})).any
const texts = fc.oneof(
  values.map((value) => JSON.stringify(value)),
  fc.constantFrom('', '{', deep, 'NaN', '1e999'),
)
const paths = fc.oneof(
  fc.constantFrom('', 'online', 'a/events/rpc', 'status/em:0', 'data'),
  fc.array(words, { maxLength: 7 }).map((parts) => parts.join('/')),
)

describe.each(adapters.map((adapter) => [adapter.kind, adapter] as const))('%s', (_, adapter) => {
  it('never throws, and makes nothing of strange messages that the link would refuse', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(paths, texts), { minLength: 1, maxLength: 8 }), (messages) => {
        const trial = createTrial(adapter)
        for (const [path, text] of messages) {
          const { samples = [], devices = [] } = trial.send(path, text)
          for (const sample of samples) {
            if (!Number.isSafeInteger(sample.ts)) return false
            for (const [name, value] of Object.entries(sample.values))
              if (
                !key.test(name) ||
                (typeof value === 'number' && !(Math.abs(value) <= linkLimits.largestNumber))
              )
                return false
          }
          if (devices.some(({ id, name }) => id.length > 64 || name.length > linkLimits.nameLength))
            return false
        }
        return trial.devices().length <= linkLimits.devices
      }),
      { numRuns: 100 },
    )
  })

  it('keeps little of a sender that invents names without end', () => {
    const trial = createTrial(adapter)
    for (let number = 0; number < 2000; number++) {
      trial.send(`p${number}/status/em:${number}`, '{"total_act_power":1}')
      trial.send(
        '',
        JSON.stringify({ src: `s${number}`, method: 'NotifyStatus', params: { [`em:${number}`]: {} } }),
      )
      trial.send(`N/abc/evcharger/${number}/Ac/Power`, '{"value":1}')
    }
    expect(trial.devices().length).toBeLessThanOrEqual(linkLimits.devices)
  })
})
