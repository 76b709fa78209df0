import type { FastifyReply } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/app-error.ts'
import { beginDoorStep } from '../auth/door-step.ts'
import { findTotp } from './second-factor-queries.ts'

/** Whoever has connected an authenticator app is asked for its code: `second_factor_required`, and a step begins. */
export async function askSecondFactor(
  deps: Deps,
  { reply }: { reply: FastifyReply },
  { userId, ...detail }: { userId: number; staySignedIn: boolean; returnTo?: string | null },
): Promise<void> {
  if (!(await findTotp(deps.db, userId))) return
  await beginDoorStep(deps, { reply }, 'second-factor', { userId, detail })
  throw new AppError('second_factor_required')
}
