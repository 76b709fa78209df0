import { calculationEndpoints } from '@ohmstead/contract/calculations'
import { chooseLocale } from '@ohmstead/domain/i18n/locales'
import { type Context, type Route, route, streaming } from '../../platform/http/route.ts'
import { findHomeCompany } from '../site/brand-queries.ts'
import { getSiteInfo } from '../site/site-info.ts'
import { calculateForDevice } from './calculate-for-device.ts'
import type { DocumentTask } from './documents/document-task.ts'
import { findReader } from './reader-queries.ts'

const mediaTypes = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export const calculationRoutes: Route[] = [
  route(calculationEndpoints.calculate, async ({ deps, actor, params, body, reply, signal }) => {
    const { deviceId } = params
    const { consumerInfo, hash, json } = await calculateForDevice(deps, actor, deviceId, body, signal)
    // The text comes from the thread as it goes out: parsing and writing a megabyte here would hold up everybody.
    reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('etag', `"${hash}"`)
      .send(
        `{"data":{"calculations":${json},"consumerInfo":${JSON.stringify(consumerInfo)},"hash":${JSON.stringify(hash)}}}`,
      )
    return streaming as never
  }),

  route(calculationEndpoints.pdf, async (context) => {
    await sendDocument(context, 'pdf')
    return streaming
  }),

  route(calculationEndpoints.xlsx, async (context) => {
    await sendDocument(context, 'xlsx')
    return streaming
  }),
]

async function sendDocument(
  {
    deps,
    actor,
    params: { deviceId },
    body: { locale: wish, ...question },
    reply,
    signal,
  }: Pick<
    Context<typeof calculationEndpoints.pdf>,
    'deps' | 'actor' | 'params' | 'body' | 'reply' | 'signal'
  >,
  kind: DocumentTask['kind'],
): Promise<void> {
  const { db, clock, calculator } = deps
  const found = await calculateForDevice(deps, actor, deviceId, question, signal)
  const { device, consumerInfo, input, hash, json } = found
  const reader = await findReader(db, actor.userId)
  const site = await getSiteInfo(db, { companyId: reader && (await findHomeCompany(db, reader.email)) })
  const task: DocumentTask = {
    kind,
    json,
    netted: consumerInfo.netMetering ? { series: input.series, point: input.point } : null,
    about: {
      locale: wish ?? chooseLocale([reader?.locale]),
      brand: { platformName: site.platformName, theme: site.theme },
      device: { eimm: device.eimm, gsrn: device.gsrn, title: device.title },
      consumerInfo,
      fromDay: question.from,
      toDay: question.to,
      prices: input.energyPrices,
      levies: question.levies,
      vat: question.vat,
      hash,
      madeAtMs: clock.now(),
    },
  }
  const file = await calculator.writeDocument(task, { person: actor.userId, signal })
  const name = `${device.eimm.replace(/[^\w-]/g, '_')}_${question.from}_${question.to}.${kind}`
  reply
    .type(mediaTypes[kind])
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(Buffer.from(file))
}
