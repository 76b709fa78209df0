import { expect, test } from 'vitest'
import { leaseSlots, markReady, releaseSlots, removeSlot } from '../../platform/mqtt/link-slots.ts'
import { openTestDb } from '../../testing/test-db.ts'
import { listSlots, setSlots } from './slot-commands.ts'

test('another number of slots is prepared, then the old ones are emptied, and each step is shown', async () => {
  const { db, close } = await openTestDb()
  try {
    expect(await listSlots(db)).toEqual(['32 slots, read by 0 processes.'])
    expect((await leaseSlots(db, 'one')).own).toHaveLength(32)
    for (const wrong of ['0', '1025', '3.5', 'many'])
      await expect(setSlots(db, wrong)).rejects.toThrow('from 1 to 1024')
    expect(await setSlots(db, '32')).toEqual([expect.stringContaining('already')])
    expect(await setSlots(db, '3')).toEqual([expect.stringContaining('3 slots will take over')])
    await expect(setSlots(db, '4')).rejects.toThrow('under way')
    const preparing = await leaseSlots(db, 'one')
    expect(preparing.plan.phase).toBe('preparing')
    expect(preparing.own).toHaveLength(35)
    // A second process takes its share of both.
    expect((await leaseSlots(db, 'two')).own).toEqual([])
    expect((await leaseSlots(db, 'one')).own).toHaveLength(16 + 2)
    expect((await leaseSlots(db, 'two')).own).toHaveLength(16 + 1)
    for (const slot of [32, 33]) await markReady(db, slot)
    expect((await leaseSlots(db, 'two')).plan.phase).toBe('preparing')
    expect((await listSlots(db))[1]).toContain('keeps messages for 2 of them')
    await markReady(db, 34)
    expect((await leaseSlots(db, 'two')).plan.phase).toBe('draining')
    for (let slot = 0; slot < 31; slot++) await removeSlot(db, slot)
    expect((await leaseSlots(db, 'one')).plan.phase).toBe('draining')
    expect((await listSlots(db))[1]).toContain('1 of the old ones')
    await removeSlot(db, 31)
    const { plan, own } = await leaseSlots(db, 'one')
    expect(plan).toEqual({ current: { first: 32, count: 3 }, next: null, phase: 'steady' })
    await releaseSlots(db, 'two')
    expect([...own, ...(await leaseSlots(db, 'one')).own].map(({ slot }) => slot)).toEqual(
      expect.arrayContaining([32, 33, 34]),
    )
    expect(await listSlots(db)).toEqual(['3 slots, read by 1 process.'])
  } finally {
    await close()
  }
})
