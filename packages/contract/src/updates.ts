import { controllerKinds } from '@ohmstead/domain/fleet/controller-kind'
import { nameRules } from '@ohmstead/domain/forms/form-rules'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { namedPerson } from './people.ts'
import { id, ruledText } from './wire.ts'

/** Every piece of an image but the last has this size. */
export const softwarePieceBytes = 1_048_576

/** Why an image is refused when it is checked. */
export const imageRefusals = [
  'incomplete',
  'not_an_image',
  'not_signed',
  'not_trusted',
  'wrong_hash',
  'already_here',
] as const

const image = z.object({
  id: z.number(),
  /** The name of its file. */
  name: z.string(),
  /** The kind of controller that it is for. */
  kind: z.enum(controllerKinds),
  size: z.number(),
  /** `checked`: signature and content are right. `released`: offered to owners of controllers that it suits. */
  state: z.enum(['uploading', 'checked', 'released']),
  /** Null while it is uploaded. */
  version: z.string().nullable(),
  /** The hardware versions that it is for; empty for all. */
  hardware: z.array(z.string()),
  /** The subject of the certificate that its signature belongs to. */
  signer: z.string().nullable(),
  sha256: z.string().nullable(),
  notes: z.string(),
  created_at: z.number(),
  by: namedPerson.nullable(),
  /** How many controllers it was installed on, and on how many that failed. */
  installed: z.number(),
  failed: z.number(),
})
image.register(z.globalRegistry, { id: 'SoftwareImage' })
export type SoftwareImageView = z.output<typeof image>

const params = z.object({ imageId: id })

export const updateEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/software-images',
    summary: 'The images of controller software, the newest first.',
    permission: 'role.aggregator',
    answer: z.object({
      /** Whether certificates are configured that a signature must belong to; without them no image is taken. */
      can_check: z.boolean(),
      max_bytes: z.number(),
      images: z.array(image),
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/software-images',
    summary: 'Begins the upload of a signed image (.swu): its pieces follow, then it is checked.',
    permission: 'role.superAdmin',
    body: z.object({
      name: ruledText(nameRules(100)),
      kind: z.enum(controllerKinds),
      size: z.number().int().min(1).max(2_147_483_647),
    }),
    answer: z.object({ id: z.number(), piece_bytes: z.number() }),
    errors: ['payload_too_large', 'not_allowed'],
  }),
  putPiece: endpoint({
    method: 'PUT',
    path: '/software-images/:imageId/pieces/:position',
    summary: 'A piece of an image, counted from 0; all but the last have the size that was answered.',
    permission: 'role.superAdmin',
    params: params.extend({ position: z.coerce.number<string | number>().int().min(0).max(10_000) }),
    file: { type: 'application/octet-stream', maxBytes: softwarePieceBytes },
    errors: ['not_found', 'invalid_request'],
  }),
  check: endpoint({
    method: 'POST',
    path: '/software-images/:imageId/check',
    summary: 'Checks signature and content of an uploaded image. A refused one is deleted.',
    permission: 'role.superAdmin',
    params,
    cost: 100,
    answer: z.object({
      /** Null if it is refused. */
      image: image.nullable(),
      refusal: z.enum(imageRefusals).nullable(),
      /** What is wrong, in English, for who made the image. */
      detail: z.string().nullable(),
    }),
    errors: ['not_found'],
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/software-images/:imageId',
    summary: 'Changes the notes of a checked image, or whether it is offered to owners.',
    permission: 'role.superAdmin',
    params,
    body: z.object({
      notes: ruledText([{ rule: 'max', length: 2000 }]).optional(),
      released: z.boolean().optional(),
    }),
    answer: z.object({ image }),
    errors: ['not_found'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/software-images/:imageId',
    summary: 'Deletes an image that no roll-out or update has used.',
    permission: 'role.superAdmin',
    params,
    errors: ['not_found', 'software_in_use'],
  }),
}
