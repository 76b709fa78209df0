import type { SharingStatementView, SimulationResultView } from '@ohmstead/contract/energy-sharing-results'

type Arrangement = SimulationResultView['arrangements'][number]

export const noSharedEnergies: SharingStatementView['energies'] = {
  ...{ importMilliWh: 0, feedInMilliWh: 0, pooledMilliWh: 0, returnedMilliWh: 0, givenMilliWh: 0 },
  ...{ allottedMilliWh: 0, receivedMilliWh: 0, unusedMilliWh: 0, suppliedMilliWh: 0, soldMilliWh: 0 },
}

const noFees = { net: '0.00', vat: '0.00', gross: '0.00' }

export function createSharedMoney(change: Partial<SharingStatementView['money']> = {}) {
  return {
    ...{ alone: '40.00', shared: '30.00', paid: '5.00', earned: '0.00', fees: noFees, benefit: '5.00' },
    ...change,
  }
}

const measured = {
  ...{ intervals: 2976, measured: 2976, estimated: 0, missing: 0, unsettled: 0, isProvisional: false },
}

export function createStatement(change: Partial<SharingStatementView> = {}): SharingStatementView {
  return {
    ...{ id: 1, memberId: 1, memberName: 'Ana', month: '2026-05', from: '2026-05-01', to: '2026-05-31' },
    ...{ version: 1, issuedAt: 0, currency: 'EUR', money: createSharedMoney(), quality: measured },
    energies: { ...noSharedEnergies, receivedMilliWh: 50_000_000 },
    ...{ meanPaidPerKwh: '0.1', meanEarnedPerKwh: null, caveats: [], replaces: null, cause: [] },
    ...{ replacedBy: null, isOutdated: false, isOwn: true, isWithdrawn: false },
    ...change,
  }
}

/** Both members together under one kind of key, with what each gains. */
export function createArrangement(
  kind: Arrangement['kind'],
  benefits: Readonly<Record<string, string | null>>,
): Arrangement {
  const known = Object.values(benefits).filter((benefit) => benefit !== null)
  const sum = known.reduce((total, benefit) => total + Number(benefit), 0)
  return {
    kind,
    key: kind === 'static' ? { kind, shares: { 2: '1' } } : { kind },
    members: Object.entries(benefits).map(([memberId, benefit]) => ({
      ...{ memberId, energies: noSharedEnergies, quality: measured },
      money: createSharedMoney({ benefit }),
      yearlyBalances: [],
      isWorseOff: benefit === null ? null : Number(benefit) < 0,
    })),
    totals: { energies: noSharedEnergies, ...createSharedMoney({ benefit: sum.toFixed(2) }) },
  }
}
