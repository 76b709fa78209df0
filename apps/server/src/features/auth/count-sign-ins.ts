import type { SignInWay } from '@ohmstead/domain/audit/sign-in-ways'
import { Counter, type Registry } from 'prom-client'

const name = 'ohmstead_sign_ins_total'

/** The counter of sign-ins, without persons and addresses: the audit log has those. */
export function countSignIns(metrics: Registry): Counter {
  const known = metrics.getSingleMetric(name) as Counter | undefined
  const help = 'Sign-ins, and attempts that failed, by the way in'
  return known ?? new Counter({ name, help, labelNames: ['way', 'outcome'], registers: [metrics] })
}

export function countSignIn(metrics: Registry, way: SignInWay, outcome: 'succeeded' | 'failed'): void {
  countSignIns(metrics).inc({ way, outcome })
}
