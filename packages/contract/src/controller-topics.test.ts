import { describe, expect, it } from 'vitest'
import { controllerTopic, controllerTopicKinds, parseTopic } from './controller-topics.ts'

const serial = 'ABCD-EFGH-JKMN-PQRS'

describe('parseTopic', () => {
  it('reads every topic of a controller', () => {
    for (const kind of controllerTopicKinds) {
      expect(parseTopic(controllerTopic(serial, kind))).toEqual({ ok: true, serial, kind })
    }
    expect(parseTopic(`ems/v1/${serial}/ext/shelly/status`)).toEqual({
      ok: true,
      serial,
      kind: 'ext',
      path: 'shelly/status',
    })
  })

  it.each([
    ['foreign_topic', 'ems/v2/ABCD-EFGH-JKMN-PQRS/data'],
    ['foreign_topic', 'ems/v1/abcd-efgh-jkmn-pqrs/data'],
    ['foreign_topic', 'ems/v1/ABCD-EFGH-JKMN-PQRU/data'],
    ['foreign_topic', '$SYS/broker'],
    ['foreign_topic', ''],
    ['unknown_topic', `ems/v1/${serial}/`],
    ['unknown_topic', `ems/v1/${serial}/data/x`],
    ['unknown_topic', `ems/v1/${serial}/ext/`],
    ['unknown_topic', `ems/v1/${serial}/ext/shelly/+/online`],
    ['unknown_topic', `ems/v1/${serial}/ext/shelly/#/online`],
    ['unknown_topic', `ems/v1/${serial}/ext/shelly/a\0/online`],
    ['cloud_topic', `ems/v1/${serial}/cmd`],
    ['cloud_topic', `ems/v1/${serial}/ack`],
    ['cloud_topic', `ems/v1/${serial}/plan`],
  ])('refuses as %s: %s', (reason, topic) => {
    expect(parseTopic(topic)).toMatchObject({ ok: false, reason })
  })
})
