import type { Days } from '@ohmstead/domain/portal/so-far'
import { IconBattery3 } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { type MessageKey, useT } from '../../shared/i18n/use-t.ts'
import type { PortalDevice } from '../../shared/portal/portal-query.ts'
import { usePortalDevice } from '../../shared/portal/use-portal-devices.ts'
import type { CaseBase } from '../../shared/what-if/build-case.ts'
import { CaseNotes } from '../../shared/what-if/case-notes.tsx'
import { NoPoint } from '../../shared/what-if/no-point.tsx'
import { useAssumptions } from '../../shared/what-if/use-assumptions.ts'
import { useCase } from '../../shared/what-if/use-case.ts'
import { useSlowJob } from '../../shared/what-if/use-slow-job.ts'
import { WorkedAnswer } from '../../shared/what-if/worked-answer.tsx'
import { assessBatteries, findBestSize, isPriced } from './assess-batteries.ts'
import { buildQuestion, defaultAssumptions } from './battery-assumptions.ts'
import { BatteryForm } from './battery-form.tsx'
import { batterySweepJob } from './battery-jobs.ts'
import { BatteryVerdict } from './battery-verdict.tsx'
import { BatteryWeekPanel } from './battery-week-panel.tsx'
import { SavingsPanel } from './savings-panel.tsx'
import { SizeTable } from './size-table.tsx'
import type { SweepAnswer } from './sweep-battery.ts'

/** What a battery would change at this metering point, and whether it is worth its price. */
export function BatteryPage() {
  const { device } = usePortalDevice()
  const base = useCase(device)
  if (!device) return null
  return base ? <BatteryOf key={device.id} device={device} base={base} /> : <NoPoint />
}

function BatteryOf({ device, base }: { device: PortalDevice; base: CaseBase }) {
  const t = useT()
  const defaults = useMemo(() => defaultAssumptions(base.point), [base.point])
  const assumed = useAssumptions('battery', device.id, defaults)
  const question = buildQuestion(base, assumed.values)
  const sweep = useSlowJob(batterySweepJob, device, question)
  return (
    <WorkedAnswer
      work={sweep}
      label={t('battery.working')}
      icon={<IconBattery3 size={22} stroke={1.6} />}
      form={<BatteryForm assumed={assumed} base={base} />}
    >
      {(answer, soFar) => (
        <Answered
          device={device}
          base={base}
          answer={answer}
          soFar={soFar}
          assumed={assumed}
          question={question}
        />
      )}
    </WorkedAnswer>
  )
}

function Answered({
  device,
  base,
  answer,
  soFar,
  assumed,
  question,
}: {
  device: PortalDevice
  base: CaseBase
  answer: SweepAnswer
  soFar: Days | null
  assumed: ReturnType<typeof useAssumptions<ReturnType<typeof defaultAssumptions>>>
  question: ReturnType<typeof buildQuestion>
}) {
  const sizes = useMemo(() => assessBatteries(answer, assumed.values), [answer, assumed.values])
  const best = findBestSize(sizes)
  const [chosenKwh, setChosenKwh] = useState<number | null>(null)
  const chosen = sizes.findIndex(({ capacityKwh }) => capacityKwh === chosenKwh)
  const place = chosen < 0 ? best : chosen
  const choose = (next: number) => setChosenKwh(sizes[next]!.capacityKwh)
  const size = sizes[place]!
  // Without a network fee the figures are those of energy alone: shown only if that saves something.
  const isWorthShowing = isPriced(answer) || sizes.some(({ saving }) => saving.high > 0)
  return (
    <>
      <BatteryVerdict
        answer={answer}
        soFar={soFar}
        size={size}
        isBest={place === best}
        assumed={assumed.values}
        onBest={() => setChosenKwh(null)}
      />
      <BatteryForm assumed={assumed} base={base} />
      <CaseNotes
        quality={answer.quality}
        monthsKnown={answer.monthsKnown}
        base={base}
        own={findNotes(answer)}
      />
      {isWorthShowing && (
        <>
          <SavingsPanel sizes={sizes} selected={place} onSelect={choose} />
          <SizeTable sizes={sizes} selected={place} best={best} onSelect={choose} />
          <BatteryWeekPanel device={device} question={question} size={size} />
        </>
      )}
    </>
  )
}

/** The limitation of the controls is mentioned whenever peaks have a price. */
function findNotes({ hasExport, quality }: SweepAnswer): MessageKey[] {
  return [
    ...(hasExport ? [] : ['battery.no_export' as const]),
    ...(quality.hasPowerPart && isPriced({ quality }) ? ['battery.no_shaving' as const] : []),
  ]
}
