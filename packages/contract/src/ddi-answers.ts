import { z } from 'zod'

// What a device reads from hawkBit's device interface (DDI), as the cloud sends it.

const link = z.object({ href: z.url() }).optional()
const ddiPolled = z.object({
  config: z.object({ polling: z.object({ sleep: z.string() }) }).optional(),
  _links: z.object({ deploymentBase: link, cancelAction: link, configData: link }).optional(),
})
const artifact = z.object({
  filename: z.string(),
  size: z.number().int().positive(),
  hashes: z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  _links: z.record(z.string(), z.object({ href: z.url() })),
})
const ddiDeployment = z.object({
  id: z.coerce.string().regex(/^[\w-]{1,40}$/),
  deployment: z.object({
    chunks: z.array(z.object({ version: z.string(), artifacts: z.array(artifact) })),
  }),
})

export type DdiDeployment = z.infer<typeof ddiDeployment>

/** Throws for what is no such answer. */
export const parseDdiPolled = (answer: unknown) => ddiPolled.parse(answer)
export const parseDdiDeployment = (answer: unknown): DdiDeployment => ddiDeployment.parse(answer)
