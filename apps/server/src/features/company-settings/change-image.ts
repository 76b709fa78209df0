import { createHash } from 'node:crypto'
import type { Actor } from '@ohmstead/domain/access/permission'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/app-error.ts'
import { auditContextOf, recordAudit } from '../audit/record-audit.ts'
import { type ImageUse, insertImage, setCompanyImage } from './brand-image-queries.ts'
import { findCompanySettings, lockCompany } from './company-settings-queries.ts'
import { type ImageType, largestImageBytes, readImageType } from './read-image-type.ts'

const allowedTypes: Record<ImageUse, readonly ImageType[]> = {
  logo: ['png', 'jpg', 'webp', 'svg'],
  favicon: ['ico', 'png', 'svg'],
}

interface Caller {
  deps: Deps
  actor: Actor
  request: FastifyRequest
  params: { companyId: number }
}

/** Identifies an image by its bytes; its name and declared type are ignored. */
export async function setImage(caller: Caller & { body: { content: string } }, use: ImageUse): Promise<void> {
  const content = Buffer.from(caller.body.content, 'base64')
  if (content.length > largestImageBytes) throw new AppError('payload_too_large')
  const type = readImageType(content)
  if (type === null || !allowedTypes[use].includes(type)) throw new AppError('image_refused')
  await change(caller, use, { content, type, hash: createHash('sha256').update(content).digest('hex') })
}

export async function removeImage(caller: Caller, use: ImageUse): Promise<void> {
  await change(caller, use, null)
}

async function change(
  { deps, actor, request, params: { companyId } }: Caller,
  use: ImageUse,
  image: { hash: string; type: ImageType; content: Buffer } | null,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const audit = auditContextOf({ actor, deps, request })
    await lockCompany(tx, companyId)
    const before = (await findCompanySettings(tx, companyId))?.[use] ?? null
    if (image) await insertImage(tx, { ...image, now: audit.at })
    await setCompanyImage(tx, companyId, use, image?.hash ?? null)
    const after = image ? `${image.hash}.${image.type}` : null
    if (before === after) return
    await recordAudit(tx, audit, {
      action: 'company_image_changed',
      companyId,
      before: { [use]: before },
      after: { [use]: after },
    })
  })
}
