import { calculationEndpoints } from '@ohmstead/contract/calculations'
import { mediaTypes } from '@ohmstead/contract/media-types'
import { chooseLocale } from '@ohmstead/domain/i18n/locales'
import type { FileAnswer } from '../../platform/http/send-file.ts'
import { type Context, fileRoute, type Route } from '../../route.ts'
import { findHomeCompany } from '../site/brand-queries.ts'
import { getSiteInfo } from '../site/site-info.ts'
import { calculateForDevice } from './calculate-for-device.ts'
import type { DocumentTask } from './documents/document-task.ts'
import { findReader } from './reader-queries.ts'

export const calculationRoutes: Route[] = [
  fileRoute(calculationEndpoints.calculate, async ({ deps, actor, params, body, signal }) => {
    const { consumerInfo, soFar, hash, json } = await calculateForDevice(
      deps,
      actor,
      params.deviceId,
      body,
      signal,
    )
    // The text is sent as it comes from the thread: parsing and serialising a megabyte here would block everybody.
    const rest = `"consumerInfo":${JSON.stringify(consumerInfo)},"so_far":${JSON.stringify(soFar)},"hash":${JSON.stringify(hash)}`
    return {
      type: 'application/json; charset=utf-8',
      content: `{"data":{"calculations":${json},${rest}}}`,
      etag: `"${hash}"`,
    }
  }),

  fileRoute(calculationEndpoints.pdf, (context) => writeDocument(context, 'pdf')),

  fileRoute(calculationEndpoints.xlsx, (context) => writeDocument(context, 'xlsx')),
]

async function writeDocument(
  {
    deps,
    actor,
    params: { deviceId },
    body: { locale: requested, ...question },
    signal,
  }: Pick<Context<typeof calculationEndpoints.pdf>, 'deps' | 'actor' | 'params' | 'body' | 'signal'>,
  kind: DocumentTask['kind'],
): Promise<FileAnswer> {
  const { db, clock, calculator } = deps
  const found = await calculateForDevice(deps, actor, deviceId, question, signal)
  const { device, consumerInfo, soFar, input, hash, json } = found
  const reader = await findReader(db, actor.userId)
  const site = await getSiteInfo(db, { companyId: reader && (await findHomeCompany(db, reader.email)) })
  const task: DocumentTask = {
    kind,
    json,
    netted: consumerInfo.netMetering ? { series: input.series, point: input.point } : null,
    about: {
      locale: requested ?? chooseLocale([reader?.locale]),
      brand: { platformName: site.platformName, theme: site.theme },
      device: { eimm: device.eimm, gsrn: device.gsrn, title: device.title },
      consumerInfo,
      soFar,
      fromDay: question.from,
      toDay: question.to,
      prices: input.energyPrices,
      levies: question.levies,
      vat: question.vat,
      hash,
      madeAtMs: clock.now(),
    },
  }
  const content = await calculator.writeDocument(task, { person: actor.userId, signal })
  const saveAs = `${device.eimm.replace(/[^\w-]/g, '_')}_${question.from}_${question.to}.${kind}`
  return { type: mediaTypes[kind], content, saveAs }
}
